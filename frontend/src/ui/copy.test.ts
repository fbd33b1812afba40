import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** Checks all text catalogues, also parts of templates, against the rules of Swedish typography. */

const CATALOGUES = Object.entries(
  import.meta.glob<string>(['../**/*.copy.ts', '../../../backend/src/contract/alarm-kinds.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
);
/** Users in danger read these texts, which therefore have no exclamation marks. */
const ALARM_PATH = /features\/(alarms|readiness)\/|shell\.copy|alarm-kinds/;

/** The specification quotes these texts word for word. */
const QUOTED = /^Validerar\.\.\.$|cirka 29 kr\/månad för privatpersoner/;

function textsIn(file: string, code: string): string[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    const { parent } = node;
    const isKey = parent && ts.isPropertyAssignment(parent) && parent.name === node;
    if (isKey || ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts.filter((text) => !QUOTED.test(text));
}

describe.each(CATALOGUES)('%s', (file, code) => {
  const texts = textsIn(file, code);

  it('has texts', () => expect(texts.length).toBeGreaterThan(0));

  it.each([
    ['straight quotes', /["']/],
    ['three full stops for …', /\.\.\./],
    ['a hyphen for a pause', / - /],
    ['a space that may break before “kr” or within a time', /\d kr\b|kl\. \d/],
    ['two spaces', / {2}/],
  ])('has no %s', (_, fault) => {
    expect(texts.filter((text) => fault.test(text))).toEqual([]);
  });
});

const onAlarmPath = CATALOGUES.filter(([file]) => ALARM_PATH.test(file));
it.each(onAlarmPath)('%s has no exclamation mark', (file, code) => {
  expect(textsIn(file, code).filter((text) => text.includes('!'))).toEqual([]);
});
