// @ts-check
import { execFileSync } from 'node:child_process';
import { repository } from './repository.mjs';

/** The rule of CONTRIBUTING.md: `area: what changes`, at most 72 characters. */
const LONGEST = 72;
const SUBJECT = /^[a-z0-9 ,./-]+: \S/;
/** The rule holds since the commit that added this file. */
const THIS_FILE = 'infra/local/check-commits.mjs';

const faults = subjects().filter((one) => one.length > LONGEST || !SUBJECT.test(one));
faults.forEach((subject) =>
  process.stdout.write(`"${subject}" is not "area: what changes" in ${LONGEST} characters\n`),
);
if (faults.length > 0) process.exitCode = 1;

/** @returns {string[]} of all commits since the rule, without merges; none outside a repository */
function subjects() {
  try {
    const first = git('log', '--diff-filter=A', '--format=%H', '--', THIS_FILE).split('\n')[0];
    if (!first) return [];
    return git('log', '--no-merges', '--format=%s', `${first}..HEAD`).split('\n').filter(Boolean);
  } catch {
    // A copy without its history, such as a downloaded archive, has no commits to check.
    return [];
  }
}

/** @param {...string} command */
function git(...command) {
  const options = { cwd: repository, encoding: /** @type {const} */ ('utf8') };
  return execFileSync('git', command, { ...options, stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}
