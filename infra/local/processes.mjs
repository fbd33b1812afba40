// @ts-check
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export const hasProc = existsSync('/proc/self/stat');

/**
 * Returns true while a process runs. A zombie counts as ended: it holds nothing, and in containers
 * it may never be reaped.
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
 * Identifies a process together with its pid, because the system reuses pids.
 * @param {number} pid
 * @returns {string} its start time, or '' when it has ended
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
 * Returns true if the process has this working folder. Without /proc, any running process counts.
 * @param {number} pid
 * @param {string} dir
 */
export function worksIn(pid, dir) {
  return hasProc ? folderOf(pid) === dir : isAlive(pid);
}

/**
 * Finds processes by name and working folder. The folder alone would match a user's shell in it.
 * @param {string} program
 * @param {(cwd: string) => boolean} matches
 */
export function programsIn(program, matches) {
  if (!hasProc) return [];
  return allPids().filter((pid) => nameOf(pid) === program && matches(folderOf(pid)));
}

/**
 * Without CAP_SYS_PTRACE, which containers lack, even root may not read the working folder of
 * another user's process. PostgreSQL's main process, the parent of its others, also has it in its
 * command line.
 * @param {number} pid
 * @returns {string} the working folder, or '' when it is unknown
 */
export function folderOf(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    const args = commandLineOf(pid);
    const at = args.indexOf('-D');
    if (at >= 0) return args[at + 1] ?? '';
    const name = nameOf(pid);
    return name && nameOf(parentOf(pid)) === name ? folderOf(parentOf(pid)) : '';
  }
}

/**
 * @param {number} pid
 * @returns {string[]} nothing when it has ended or there is no /proc
 */
export function commandLineOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** Lists all processes, also those of other users. It needs /proc. */
export function allPids() {
  const names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return names.map(Number);
}

/**
 * @param {number} pid
 * @returns {string} the program, or '' when it has ended or there is no /proc
 */
export function nameOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}

/**
 * @param {number} pid
 * @returns {number} 0 when the process has ended or there is no /proc
 */
export function parentOf(pid) {
  return Number(stat(pid)[1] ?? 0);
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
 * Returns the fields of /proc/<pid>/stat, beginning with the state.
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
