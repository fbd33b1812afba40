// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { npm, run } from '../children.mjs';
import { isRoot } from '../pg-user.mjs';
import { commandLineOf } from '../processes.mjs';
import { repository } from '../repository.mjs';
import { endProcesses, processesOf } from './run-processes.mjs';
import { say } from '../say.mjs';

/** Together they start every kind of process: databases, nodes, workers, browsers. */
const PARTS = [['backend', 'faults'], ['e2e']];
/** The second part runs as root of a container, who may not look into other users' processes. */
const CONFINED = ['setpriv', '--bounding-set=-sys_ptrace', '--inh-caps=-sys_ptrace'];
/** @type {[NodeJS.Signals, 'terminal' | 'npm' | 'runner'][]} a terminal signals all of its processes */
const KILLS = [
  ['SIGINT', 'terminal'],
  ['SIGTERM', 'npm'],
  ['SIGKILL', 'runner'],
  ['SIGKILL', 'npm'],
  ['SIGHUP', 'runner'],
];
const EARLIEST_MS = 1_000;
const LATEST_MS = 40_000;
const CLEAN_MS = 10_000;
const POLL_MS = 50;

/**
 * Kills `npm test` ten times at random moments, and checks that neither a process nor a folder is left
 * after ten seconds.
 * @returns {Promise<boolean>}
 */
export async function runKills() {
  let isClean = true;
  say('killed after · part · signal · to · processes then · left after 10 s · folders left');
  for (const kill of KILLS) {
    for (const part of PARTS) isClean = (await killOnce(part, ...kill)) && isClean;
  }
  const { ok, output } = await run(npm('test', '--', 'backend', 'alarms/turns'));
  say(ok ? output.split('\n').at(-1) : output);
  return isClean && ok;
}

/**
 * @param {string[]} part
 * @param {NodeJS.Signals} signal
 * @param {string} target
 */
async function killOnce(part, signal, target) {
  const folder = mkdtempSync(join(tmpdir(), 'kill-'));
  chmodSync(folder, 0o711);
  const confined = isRoot && part === PARTS[1] ? CONFINED : [];
  const [program = '', ...args] = [...confined, ...npm('test', '--', ...part)];
  const child = spawn(program, args, {
    cwd: repository,
    env: { ...process.env, TMPDIR: folder },
    stdio: 'ignore',
    detached: true,
  });
  const afterMs = EARLIEST_MS + Math.random() * (LATEST_MS - EARLIEST_MS);
  await Promise.race([sleep(afterMs), once(child, 'exit')]);
  const npmPid = child.pid ?? 0;
  const pidOf = () => ({ terminal: -npmPid, npm: npmPid })[target] ?? runnerIn(folder)?.pid;
  while (pidOf() === undefined && child.exitCode === null) await sleep(POLL_MS);
  const running = processesOf(folder);
  const pid = pidOf();
  if (pid !== undefined && child.exitCode === null) process.kill(pid, signal);
  else say('It ended before its kill.');
  await sleep(CLEAN_MS);
  const left = processesOf(folder).map(({ name }) => name);
  const folders = readdirSync(folder);
  const seconds = `${(afterMs / 1000).toFixed(1)} s`;
  const columns = [seconds, part.join(' '), signal, target, running.length];
  say([...columns, left.join(', ') || 'none', folders.join(', ') || 'none'].join(' · '));
  await endProcesses(folder);
  return left.length === 0 && folders.length === 0;
}

/**
 * Between npm and the runner stands a shell with the same command line.
 * @param {string} folder
 */
const runnerIn = (folder) =>
  processesOf(folder).find(
    ({ pid, name }) => name === 'node' && commandLineOf(pid).includes('infra/local/test.mjs'),
  );
