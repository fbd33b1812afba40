// @ts-check
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { repository } from './repository.mjs';

/** A comment that begins with one of these words does not begin with the thing that it explains. */
const OPENER = /^(what|whatever|who|whoever|whose|of|so|how)\b/i;
const SOURCES = /^(backend|frontend|infra)\/.*\.(ts|tsx|mjs|js)$/;

const files = execFileSync('git', ['ls-files'], { cwd: repository, encoding: 'utf8' })
  .split('\n')
  .filter((file) => SOURCES.test(file));
const comments = files.flatMap(commentsIn);
const odd = comments.filter(({ text }) => OPENER.test(text));
if (odd.length > 0) {
  odd.forEach(({ file, line, text }) => process.stdout.write(`${file}:${line} ${text}\n`));
  process.stdout.write(
    'A comment begins with its subject, not with What, Who, Whose, Of, So or How.\n',
  );
  process.exitCode = 1;
}

/** @param {string} file @returns {{ file: string, line: number, text: string }[]} */
function commentsIn(file) {
  const source = readFileSync(join(repository, file), 'utf8');
  const language = file.endsWith('x') ? ts.LanguageVariant.JSX : ts.LanguageVariant.Standard;
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  /** @type {Map<number, ts.CommentRange>} */
  const ranges = new Map();
  /** @param {ts.Node} node */
  const visit = (node) => {
    // Text in JSX has no comments, but may contain two slashes.
    if (language === ts.LanguageVariant.JSX && ts.isJsxText(node)) return;
    const leading = ts.getLeadingCommentRanges(source, node.getFullStart()) ?? [];
    const trailing = ts.getTrailingCommentRanges(source, node.getEnd()) ?? [];
    for (const range of [...leading, ...trailing]) ranges.set(range.pos, range);
    node.getChildren(parsed).forEach(visit);
  };
  visit(parsed);
  return [...ranges.values()].flatMap(({ pos, end }) => {
    const text = source
      .slice(pos, end)
      .replace(/^\/[/*]+\s*/, '')
      .replace(/^\*\s*/, '');
    const line = parsed.getLineAndCharacterOfPosition(pos).line + 1;
    const before = source.slice(0, pos).trimEnd();
    const isContinued = source.startsWith('//', pos) && /\/\/[^\n]*$/.test(lastLineOf(before));
    return isContinued ? [] : [{ file, line, text }];
  });
}

/** @param {string} text */
function lastLineOf(text) {
  return text.slice(text.lastIndexOf('\n') + 1);
}
