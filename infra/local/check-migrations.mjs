// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repository } from './repository.mjs';

/**
 * Refuses migrations that the release before could not run with: the nodes of both run side by side
 * during an upgrade, and a rollback is the older image on the newer schema. What takes something away
 * comes one release after its last use, and says so by `requireRelease`.
 */
const FOLDER = join(repository, 'backend/src/migrations');
/** Migrations up to this one are older than the rule. */
const LAST_UNCHECKED = 1765430000000;

/** @type {[RegExp, string][]} */
const TAKES_AWAY = [
  [/\bdrop\s+(table|column|view|function)\b/i, 'drops what the last release may use'],
  [/\brename\s+(to|column)\b/i, 'renames what the last release uses'],
  [/\bset\s+not\s+null\b/i, 'requires a value that the last release may not write'],
  [
    /\balter\s+(column\s+)?"?\w+"?\s+(set\s+data\s+)?type\b/i,
    'changes a type under the last release',
  ],
];

const ADDED = /\badd\s+(?:column\s+)?(?!constraint\b)[^,;`']+/gi;

/**
 * @param {string} source of a file of migrations
 * @returns {string[]} a sentence for each statement that the release before could not bear
 */
export function faultsOf(source) {
  const classes = source.split(/^export class /m).slice(1);
  return classes.flatMap((text) => {
    const [name = '', up = ''] = [/^\w+/.exec(text)?.[0], text.split(/\basync down\b/)[0]];
    const isChecked = Number(/\d{13}$/.exec(name)?.[0] ?? 0) > LAST_UNCHECKED;
    if (!isChecked || up.includes('requireRelease(')) return [];
    const found = TAKES_AWAY.flatMap(([pattern, what]) => (pattern.test(up) ? [what] : []));
    const isUnfilled = (up.match(ADDED) ?? []).some(
      (column) => /\bnot\s+null\b/i.test(column) && !/\bdefault\b/i.test(column),
    );
    if (isUnfilled) found.push('adds a column that the last release does not fill');
    return found.map((what) => `${name} ${what}; see docs/upgrading.md`);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.ts'));
  const faults = files.flatMap((file) => faultsOf(readFileSync(join(FOLDER, file), 'utf8')));
  faults.forEach((fault) => process.stdout.write(`${fault}\n`));
  process.exitCode = faults.length > 0 ? 1 : 0;
}
