// @ts-check
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { repository } from './repository.mjs';

/**
 * Checks the links of all Markdown pages. A file must exist, a heading must exist, and a link such as
 * [`emitNew(`](pump.ts#L42) must lead to the only line of the file that contains its code. With
 * `--write` the line numbers are corrected.
 */
const LINK = /\[([^\]]*)\]\(([^)\s]+)\)/g;
const ELSEWHERE = /^(https?|mailto):/;

const isWriting = process.argv.includes('--write');
/** @type {string[]} */
const faults = [];
for (const page of pages()) checkPage(page);
faults.forEach((fault) => process.stdout.write(`${fault}\n`));
if (faults.length > 0) process.exitCode = 1;

/** @returns {string[]} */
function pages() {
  const files = execFileSync('git', ['ls-files', '*.md'], { cwd: repository, encoding: 'utf8' });
  return files.trim().split('\n');
}

/** @param {string} page */
function checkPage(page) {
  const text = readFileSync(join(repository, page), 'utf8');
  const corrected = text.replace(LINK, (link, label, target) =>
    ELSEWHERE.test(target) ? link : `[${label}](${checkedTarget(page, label, target)})`,
  );
  if (isWriting && corrected !== text) writeFileSync(join(repository, page), corrected);
}

/**
 * @param {string} page
 * @param {string} label
 * @param {string} target
 * @returns {string} the target, with the right line number when `--write` is given
 */
function checkedTarget(page, label, target) {
  const [path = '', fragment = ''] = target.split('#');
  const file = path === '' ? page : relative('.', join(dirname(page), path));
  if (!existsSync(join(repository, file))) return fault(target, `${page}: ${target} is missing`);
  if (fragment === '') return target;
  const lines = readFileSync(join(repository, file), 'utf8').split('\n');
  if (!/^L\d+$/.test(fragment)) {
    const isFound = lines.some((line) => /^#+ /.test(line) && slug(line) === fragment);
    return isFound ? target : fault(target, `${page}: ${target} has no such heading`);
  }
  const code = label.replaceAll('`', '');
  const found = lines.flatMap((line, index) => (line.includes(code) ? [index + 1] : []));
  if (found.length !== 1) {
    return fault(target, `${page}: "${code}" stands on ${found.length} lines of ${path}`);
  }
  const right = `${path}#L${found[0]}`;
  if (right === target || isWriting) return right;
  return fault(
    target,
    `${page}: "${code}" is at ${right} (node infra/local/check-links.mjs --write)`,
  );
}

/** @param {string} target @param {string} message */
function fault(target, message) {
  faults.push(message);
  return target;
}

/** Forms a heading's anchor as GitHub does. @param {string} heading */
function slug(heading) {
  const words = heading.replace(/^#+ /, '').toLowerCase();
  return words.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');
}
