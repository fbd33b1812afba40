// @ts-check
import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../../../../infra/local/postgres.mjs';
import { until } from '../../../../../infra/local/processes.mjs';

/**
 * Runs a PostgreSQL that a test may break, in a process of its own. The process receives the name of
 * a command, and sends the database's address when the command is done.
 */
const dataDir = mkdtempSync(join(tmpdir(), 'resq-faults-'));
chmodSync(dataDir, 0o755);
const cluster = join(dataDir, 'postgres');
const saved = join(dataDir, 'saved');
const pidFile = join(cluster, 'postmaster.pid');

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
  /** Copies the data folder of the stopped server. */
  save: async () => {
    await postgres?.stop();
    copy(cluster, saved);
    await commands.start();
  },
  /** Starts the copy in place of the server, as after putting back a disk. */
  putBack: async () => {
    await postgres?.stop();
    copy(saved, cluster);
    await commands.start();
  },
  /**
   * Starts the copy on a new timeline, as a standby that is promoted without the last commits. A
   * recovery to a point in time ends the same way.
   */
  promote: async () => {
    await postgres?.stop();
    copy(saved, cluster);
    appendFileSync(join(cluster, 'postgresql.auto.conf'), "restore_command = 'false'\n");
    copy(join(cluster, 'PG_VERSION'), join(cluster, 'recovery.signal'));
    await commands.start();
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

/**
 * Keeps the owner, because PostgreSQL refuses files of another user.
 * @param {string} from
 * @param {string} to
 */
function copy(from, to) {
  rmSync(to, { recursive: true, force: true });
  const { status } = spawnSync('cp', ['-a', from, to]);
  if (status !== 0) throw new Error(`${from} was not copied`);
}

/** @param {number} pid */
function isThere(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
