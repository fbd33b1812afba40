// @ts-check
import { readFileSync, readdirSync } from 'node:fs';

/** Linux reports CPU time in hundredths of a second on every machine. */
const TICK_MS = 10;
/** The fields of /proc/<pid>/stat behind the name: state, parent, …; counted from the state. */
const PARENT = 1;
const CPU_FIELDS = [11, 12, 13, 14];
/** In /proc/stat: idle and waiting for a disk; guests are counted in user time already. */
const IDLE_FIELDS = new Set([3, 4]);
const FIRST_GUEST_FIELD = 8;

/**
 * @typedef {object} CpuTimes
 * @property {number} busyMs the CPU time of all processes since the machine's start
 * @property {number} ownMs the part of this process and its descendants
 * @property {number} atMs
 */

/** @returns {CpuTimes | undefined} undefined where there is no /proc */
export function cpuTimes() {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
    return { busyMs: busyMs(line), ownMs: ownMs(statLines(), process.pid), atMs: Date.now() };
  } catch {
    return undefined;
  }
}

/**
 * @param {CpuTimes | undefined} before
 * @param {CpuTimes | undefined} after
 * @returns {number} the cores that other processes used in between; NaN when it is not known
 */
export function foreignCores(before, after) {
  if (!before || !after) return NaN;
  const foreignMs = after.busyMs - before.busyMs - (after.ownMs - before.ownMs);
  return Math.max(0, foreignMs / (after.atMs - before.atMs));
}

/** @param {string} line the first one of /proc/stat */
export function busyMs(line) {
  const ticks = line
    .trim()
    .split(/\s+/)
    .slice(1, FIRST_GUEST_FIELD + 1)
    .map(Number);
  const busy = ticks.filter((_, field) => !IDLE_FIELDS.has(field));
  return busy.reduce((sum, one) => sum + one, 0) * TICK_MS;
}

/**
 * Adds up a process and its descendants, with their children that have ended.
 * @param {string[]} lines of /proc/<pid>/stat
 * @param {number} root
 */
export function ownMs(lines, root) {
  const processes = lines.map((line) => {
    // A program's name may contain spaces and parentheses.
    const fields = line
      .slice(line.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = CPU_FIELDS.reduce((sum, field) => sum + (fields[field] ?? 0), 0);
    return { pid: parseInt(line, 10), parent: fields[PARENT], ms: ticks * TICK_MS };
  });
  /** @param {number} pid @returns {number} */
  const below = (pid) =>
    processes
      .filter(({ parent }) => parent === pid)
      .reduce((sum, child) => sum + child.ms + below(child.pid), 0);
  return (processes.find(({ pid }) => pid === root)?.ms ?? 0) + below(root);
}

function statLines() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/stat`, 'utf8')];
      } catch {
        return [];
      }
    });
}
