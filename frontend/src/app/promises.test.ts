import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LANDING, INTEREST } from '../features/landing/landing.copy.js';
import { ABOUT } from '../features/info/about/about.copy.js';
import { COOKIES } from '../features/info/policies/cookies.copy.js';
import { PRIVACY } from '../features/info/policies/privacy.copy.js';
import { TERMS } from '../features/info/policies/terms.copy.js';

const read = (path: string) => readFileSync(join('..', path), 'utf8');

const ROW = /^\| (?<sentence>\S.*?) +\| `(?<file>[^`]+)`: (?<title>.*?) +\|$/gmu;
const rows = [...read('docs/promises.md').matchAll(ROW)].map(({ groups }) => groups!);

const textsIn = (copy: unknown): string[] => {
  if (typeof copy === 'string') return [copy];
  return copy && typeof copy === 'object' ? Object.values(copy).flatMap(textsIn) : [];
};
const shown = [LANDING, INTEREST, ABOUT, COOKIES, PRIVACY, TERMS].flatMap(textsIn).join('\n');

it('is a table with a test for each sentence', () => {
  expect(rows.length).toBeGreaterThan(30);
});

it.each(rows)('$sentence', ({ sentence, file, title }) => {
  expect(shown).toContain(sentence);
  expect(read(file!)).toContain(title);
});
