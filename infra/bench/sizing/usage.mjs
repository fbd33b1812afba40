// @ts-check
import { readdirSync, readFileSync } from 'node:fs';

/** @typedef {{ cpuMs: number, bytes: number }} Usage */

/** The kernel counts CPU time in ticks of 10 ms on every Linux that Node.js supports. */
const TICK_MS = 10;
const PAGE_BYTES = 4_096;

/**
 * Adds up what processes use, as the operator sees it: CPU since their start, and resident memory.
 * @param {number[]} pids
 * @returns {Usage}
 */
export function usageOf(pids) {
  const all = pids.map(usageOfOne);
  return {
    cpuMs: all.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/**
 * Finds a process and all that it started.
 * @param {number} pid
 * @returns {number[]}
 */
export function familyOf(pid) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = pids.map(Number).filter((one) => Number(fieldsOf(one)[1]) === pid);
  return [pid, ...children.flatMap(familyOf)];
}

/** @param {number} pid @returns {Usage} */
function usageOfOne(pid) {
  const fields = fieldsOf(pid);
  // The last two are of children that have ended: PostgreSQL ends a process for each connection.
  const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field] ?? 0), 0);
  return { cpuMs: ticks * TICK_MS, bytes: Number(fields[21] ?? 0) * PAGE_BYTES };
}

/** @param {number} pid @returns {string[]} of /proc/<pid>/stat, beginning with the state */
function fieldsOf(pid) {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
