// @ts-check
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../local/ports.mjs';
import { repository } from '../../local/repository.mjs';
import { Stop } from '../../local/say.mjs';

const POLL_MS = 5;
const PATIENCE_MS = 60_000;
const PROBE = join(repository, 'infra/bench/peers/probe.mjs');

/** Loads the probe into a measured process. */
export const PROBED = ['--expose-gc', '--import', PROBE];
/** The same for all nodes, because it is part of every access token. */
export const ORIGIN = 'http://bench.resq.example';

/**
 * @typedef {object} Server
 * @property {import('node:child_process').ChildProcess} child
 * @property {number} port
 */

/**
 * Starts one node of ResQ as `npm start` runs it, on a database that is migrated already.
 * @param {{ url: string, ownerUrl: string }} database
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Server & { readyMs: number }>} with the time from its start until it can save alarms
 */
export async function startNode({ url, ownerUrl }, env) {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const beganMs = performance.now();
  const child = fork(join(repository, 'backend/dist/main.js'), {
    execArgv: [...PROBED, '--max-semi-space-size=64'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
    env: {
      ...process.env,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      LISTEN_HOST: '127.0.0.1',
      PUBLIC_URL: ORIGIN,
      DATABASE_URL: url,
      DATABASE_OWNER_URL: ownerUrl,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'fatal',
      ...env,
    },
  });
  while (!(await isReady(port))) {
    if (child.exitCode !== null || performance.now() - beganMs > PATIENCE_MS) {
      throw new Stop('The measured node does not start.');
    }
    await sleep(POLL_MS);
  }
  return { child, port, readyMs: performance.now() - beganMs };
}

/** @param {number} port */
async function isReady(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/api/health/ready`)).ok;
  } catch {
    return false;
  }
}

/** @param {import('node:child_process').ChildProcess} child */
export async function stopChild(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
