// @ts-check
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './ports.mjs';
import { Stop } from './say.mjs';

const READY_MS = 5_000;

/**
 * Starts a real Redis for tests, in a temporary folder that `stop` removes.
 * @returns {Promise<{ url: string, stop(): Promise<void> }>}
 */
export async function startRedis() {
  const dir = mkdtempSync(join(tmpdir(), 'resq-redis-'));
  const port = await freePort();
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { cwd: dir, stdio: 'ignore' },
  );
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  let alive = true;
  void ended.then(() => (alive = false));
  // An interrupted test must not leave it running.
  process.once('exit', () => child.kill('SIGKILL'));

  const end = Date.now() + READY_MS;
  while (!(await answers(port))) {
    if (!alive || Date.now() > end) {
      child.kill('SIGKILL');
      throw new Stop('Redis does not start. Install it with: apt-get install redis-server');
    }
    await sleep(20);
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.write('PING\r\n'));
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString().startsWith('+PONG'));
    });
  });
}
