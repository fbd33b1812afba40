// @ts-check
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Starts the server of `npm start` on the given port and a temporary database, for measurements. */
const [port] = process.argv.slice(2);
const dataDir = mkdtempSync(join(tmpdir(), 'resq-server-'));
chmodSync(dataDir, 0o755);
const start = fileURLToPath(new URL('start.mjs', import.meta.url));
const { DATABASE_URL: _, ...env } = process.env;
const server = spawn(process.execPath, [start], {
  stdio: 'inherit',
  env: { METRICS_PORT: '0', ...env, PORT: port, DATA_DIR: dataDir, DEMO: 'on', RATE_LIMITS: 'off' },
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => server.kill(signal));
}
server.on('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
