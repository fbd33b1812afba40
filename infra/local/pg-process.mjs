// @ts-check
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { programsIn, until, worksIn } from './processes.mjs';
import { Stop } from './say.mjs';

/**
 * One server: its program, its files and its user.
 * @typedef {object} Server
 * @property {string} postgres
 * @property {string} cluster the real path, because it is compared with /proc/<pid>/cwd
 * @property {string} logFile
 * @property {import('./pg-user.mjs').Identity} user
 */

/** After a crash PostgreSQL replays its log before it is ready. */
const READY_MS = 60_000;
/** @type {[NodeJS.Signals, number][]} smart, fast and immediate shutdown, and the end of a frozen process */
const STOPS = [
  ['SIGTERM', 1_000],
  ['SIGINT', 8_000],
  ['SIGQUIT', 2_000],
  ['SIGKILL', 1_000],
];
const STOP_NOW_MS = 3_000;
const ATTEMPTS = 5;

/**
 * Finds the postmaster that serves this folder, even if another process started it.
 * @param {string} cluster
 */
export function serving(cluster) {
  const { pid, port, state } = readPidFile(cluster);
  return pid && worksIn(pid, cluster) ? { pid, port, state } : undefined;
}

/**
 * @param {Server} server
 * @param {() => Promise<number>} choosePort called before each attempt
 * @returns {Promise<number>} the port
 */
export async function launch(server, choosePort) {
  for (let attempt = 1; ; attempt += 1) {
    await clearTheDead(server.cluster);
    const port = await choosePort();
    if (await launchOnce(server, port)) return port;
    if (attempt === ATTEMPTS) {
      throw new Stop(`PostgreSQL does not start. See the end of ${server.logFile}`);
    }
    await sleep(300 * attempt);
  }
}

/**
 * @param {Server} server
 * @param {number} port
 */
async function launchOnce({ postgres, cluster, logFile, user }, port) {
  const log = openSync(logFile, 'a', 0o600);
  // It is detached, because Ctrl-C must not reach it before the application has drained.
  const child = spawn(postgres, ['-D', cluster, '-p', String(port)], {
    ...user,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, LC_ALL: 'C' },
  });
  closeSync(log);
  child.unref();
  let ended = false;
  child.once('exit', () => (ended = true));
  child.once('error', () => (ended = true));
  // A dead server may have left its file behind, so only a file with our child's pid counts.
  const ready = () => {
    const { pid, state } = readPidFile(cluster);
    return pid === child.pid && state === 'ready';
  };
  await until(() => ended || ready(), READY_MS);
  return !ended && ready();
}

/**
 * Removes the remains of a dead server. Backends outlive a killed postmaster for a moment, and a
 * new server refuses to start beside them.
 * @param {string} cluster
 */
async function clearTheDead(cluster) {
  const backends = () => programsIn('postgres', (cwd) => cwd === cluster);
  if (!(await until(() => backends().length === 0, 2_000))) {
    for (const pid of backends()) kill(pid, 'SIGKILL');
    await until(() => backends().length === 0, 2_000);
  }
  // PostgreSQL mistakes a zombie or a reused pid in this file for a running server.
  const { pid } = readPidFile(cluster);
  if (pid && backends().length === 0) rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

/**
 * Waits for the connections to close, then ends the sessions; both flush everything. The last resorts
 * flush nothing, and the next start replays the log.
 * @param {string} cluster
 */
export async function terminate(cluster) {
  for (const [signal, limitMs] of STOPS) {
    kill(serving(cluster)?.pid, signal);
    if (await until(() => !serving(cluster), limitMs)) return;
  }
}

/** @param {string} cluster */
export function terminateNow(cluster) {
  kill(serving(cluster)?.pid, 'SIGINT');
  const nothing = new Int32Array(new SharedArrayBuffer(4));
  for (const end = Date.now() + STOP_NOW_MS; serving(cluster) && Date.now() < end;) {
    Atomics.wait(nothing, 0, 0, 20);
  }
}

/**
 * @param {number | undefined} pid
 * @param {NodeJS.Signals} signal
 */
function kill(pid, signal) {
  try {
    if (pid) process.kill(pid, signal);
  } catch {
    // The process has ended already.
  }
}

/** @param {string} cluster */
function readPidFile(cluster) {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const [pid, , , port, , , , state = ''] = lines;
    return { pid: Number(pid) || 0, port: Number(port) || 0, state: state.trim() };
  } catch {
    return { pid: 0, port: 0, state: '' };
  }
}
