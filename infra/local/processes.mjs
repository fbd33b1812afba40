// @ts-check
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const hasProc = existsSync('/proc/self/stat');

/**
 * Returns true while a process lives. A zombie does not: it holds nothing, and in containers it stays.
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM') return false;
  }
  return !hasProc || !['Z', 'X', ''].includes(stat(pid)[0] ?? '');
}

/**
 * Names this very process: a number alone is given to another one sooner or later.
 * @param {number} pid
 * @returns {string} when it began, or '' when it is gone
 */
export function birthOf(pid) {
  if (!isAlive(pid)) return '';
  if (hasProc) return stat(pid)[19] ?? '';
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}

/**
 * @param {number} pid
 * @param {string} dir
 */
export function worksIn(pid, dir) {
  if (!hasProc) return isAlive(pid);
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === dir;
  } catch {
    return false;
  }
}

/**
 * By name as well: a person's shell may stand in the same folder.
 * @param {string} program
 * @param {(cwd: string) => boolean} matches
 */
export function programsIn(program, matches) {
  if (!hasProc) return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
      return name === program && matches(readlinkSync(`/proc/${pid}/cwd`));
    } catch {
      return false;
    }
  });
}

/**
 * @param {() => boolean} met
 * @param {number} limitMs
 */
export async function until(met, limitMs) {
  for (const end = Date.now() + limitMs; !met(); await sleep(20)) {
    if (Date.now() > end) return false;
  }
  return true;
}

/**
 * The fields of /proc/<pid>/stat from the state on.
 * @param {number} pid
 * @returns {string[]}
 */
function stat(pid) {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
