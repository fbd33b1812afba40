import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Starts the server of `npm start` on a temporary database. With a second port it also sends pushes
 * there, where a test may start a push service.
 */
const [port, pushPort] = process.argv.slice(2);
const dataDir = mkdtempSync(join(tmpdir(), 'resq-e2e-'));
chmodSync(dataDir, 0o755);
const start = fileURLToPath(new URL('../../infra/local/start.mjs', import.meta.url));
const { DATABASE_URL: _, ...env } = process.env;
const server = spawn(process.execPath, [start], {
  stdio: 'inherit',
  env: {
    ...env,
    PORT: port,
    DATA_DIR: dataDir,
    DEMO: 'on',
    RATE_LIMITS: 'off',
    ...(pushPort && { PUSH_TEST_HOST: `localhost:${pushPort}` }),
  },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
