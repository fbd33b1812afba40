// @ts-check
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { allPids, folderOf, hasProc, isAlive, nameOf, parentOf } from '../processes.mjs';

/** They write their titles over their environment, and work in their data folder. */
const TITLED = ['postgres', 'redis-server'];
const SHUTDOWN_MS = 3_000;
const LIMIT_MS = 8_000;

/** @typedef {{ pid: number, parent: number, name: string, isMarked: boolean }} Running */

/**
 * Finds the processes of a run: those with its folder in their environment, as TMPDIR, and their
 * descendants. Zombies do not count.
 * @param {string} folder
 * @returns {Running[]} nothing where there is no /proc
 */
export function processesOf(folder) {
  if (!hasProc) return [];
  const all = allPids().map((pid) => describe(pid, folder));
  const found = new Set(all.filter(({ isMarked }) => isMarked));
  for (let before = -1; before < found.size;) {
    before = found.size;
    const pids = new Set([...found].map(({ pid }) => pid));
    all.filter(({ parent }) => pids.has(parent)).forEach((child) => found.add(child));
  }
  return [...found].filter(({ pid }) => pid !== process.pid && isAlive(pid));
}

/**
 * Kills all processes of a run. PostgreSQL comes last, when nobody is left to restart it, and shuts
 * itself down: the memory that it shares in /dev/shm would outlive a kill.
 * @param {string} folder
 * @returns {Promise<string[]>} the names of the processes that it ended
 */
export async function endProcesses(folder) {
  /** @type {Map<number, string>} */
  const ended = new Map();
  const since = Date.now();
  for (let found = processesOf(folder); found.length > 0; found = processesOf(folder)) {
    const elapsed = Date.now() - since;
    if (elapsed > LIMIT_MS) break;
    const others = found.filter(({ name }) => name !== 'postgres');
    const isPatient = elapsed < SHUTDOWN_MS;
    for (const { pid, name } of isPatient && others.length > 0 ? others : found) {
      if (isPatient && name === 'postgres' && ended.has(pid)) continue;
      kill(pid, isPatient && name === 'postgres' ? 'SIGQUIT' : 'SIGKILL');
      ended.set(pid, name);
    }
    await sleep(50);
  }
  return [...ended.values()];
}

/**
 * @param {number} pid
 * @param {string} folder
 * @returns {Running}
 */
function describe(pid, folder) {
  const name = nameOf(pid);
  const isMarked =
    environmentOf(pid).includes(folder) ||
    (TITLED.includes(name) && folderOf(pid).includes(folder));
  return { pid, parent: parentOf(pid), name, isMarked };
}

/**
 * @param {number} pid
 * @returns {string} '' for a process that has ended, or may not be read
 */
function environmentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function kill(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended already.
  }
}
