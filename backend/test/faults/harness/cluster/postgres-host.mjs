// @ts-check
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../../../../infra/local/postgres.mjs';
import { until } from '../../../../../infra/local/processes.mjs';

/**
 * Runs a PostgreSQL that a test may break, in a process of its own. The process receives `start`,
 * `crash` and `stop`, and sends the database's address when the command is done.
 */
const dataDir = mkdtempSync(join(tmpdir(), 'resq-faults-'));
chmodSync(dataDir, 0o755);
const pidFile = join(dataDir, 'postgres', 'postmaster.pid');

/** @type {import('../../../../../infra/local/postgres.mjs').Postgres | undefined} */
let postgres;

const commands = {
  start: async () => {
    postgres = await startPostgres({ dataDir, log: () => undefined });
  },
  /** Stops like `pg_ctl stop -m immediate`: without a flush, so the next start uses the WAL. */
  crash: async () => {
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGQUIT');
    await until(() => !isThere(pid), 10_000);
  },
  stop: async () => {
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  },
};

process.on('message', (/** @type {keyof typeof commands} */ name) => {
  commands[name]().then(
    () => process.send?.({ url: postgres?.url, ownerUrl: postgres?.ownerUrl }),
    (error) => process.send?.({ error: String(error) }),
  );
});
process.once('disconnect', () => void commands.stop().finally(() => process.exit()));

/** @param {number} pid */
function isThere(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
