// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './repository.mjs';

/**
 * Checks that each requirement of `docs/security.md` names a test, a rule of the linter or a step of
 * CI that exists, and that each threat names requirements that exist.
 */
const PROOF =
  /\((\.\.\/[^)#]*(?:[.-](?:spec|long|e2e|test)\.tsx?|eslint\.config\.js|ci\.yml))[)#]/g;
const NOT_BUILT = 'not built yet';

const lines = readFileSync(join(repository, 'docs/security.md'), 'utf8').split('\n');
const rows = lines.filter((line) => /^\| S\d+ /.test(line)).map(cellsOf);
const names = rows.map(([name = '']) => name);
const faults = rows.flatMap(([name, ...cells]) => {
  const proof = cells.at(-1) ?? '';
  const files = [...proof.matchAll(PROOF)].map(([, file = '']) => join('docs', file));
  const missing = files.filter((file) => !existsSync(join(repository, file)));
  if (missing.length > 0) return [`${name} names ${missing.join(', ')}, which is missing`];
  return files.length > 0 || proof === NOT_BUILT ? [] : [`${name} names no test`];
});
faults.push(
  ...names.filter((name, n) => names.indexOf(name) !== n).map((name) => `${name} stands twice`),
);
// A threat's row names requirements in brackets, such as (S1, S12).
for (const named of lines.join('\n').matchAll(/\((S\d+(?:, S\d+)*)\)/g)) {
  const unknown = (named[1] ?? '').split(', ').filter((name) => !names.includes(name));
  faults.push(...unknown.map((name) => `${name} is named by a threat and has no row`));
}
if (rows.length === 0) faults.push('docs/security.md has no requirements');
faults.forEach((fault) => process.stdout.write(`${fault}\n`));
if (faults.length > 0) process.exitCode = 1;

/** @param {string} row @returns {string[]} */
function cellsOf(row) {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
