// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './ports.mjs';

const SCRIPT = fileURLToPath(new URL('temporary-server.mjs', import.meta.url));
const ASK_AGAIN_MS = 250;

/**
 * Starts the server of `npm start` on a free port, with the demo's people and a database of its own.
 * @returns its address, once it is ready, and a function that ends it
 */
export async function startServer() {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const server = spawn(process.execPath, [SCRIPT, String(port)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(server, 'exit');
  const stop = async () => {
    server.kill('SIGTERM');
    await ended;
  };
  for (;;) {
    const answer = await fetch(`${origin}/api/health/ready`).catch(() => undefined);
    if (answer?.ok) return { origin, stop };
    if (server.exitCode !== null) throw new Error('The server did not start.');
    await pause(ASK_AGAIN_MS);
  }
}
