// @ts-check
import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../../../../infra/local/postgres.mjs';
import { programsIn, until } from '../../../../../infra/local/processes.mjs';
import { copy, promote, startStandby } from './standby.mjs';

/**
 * Runs a PostgreSQL that a test may break, in a process of its own. The process receives the name of
 * a command, and sends the database's address when the command is done.
 */
const root = mkdtempSync(join(tmpdir(), 'resq-faults-'));
chmodSync(root, 0o755);
const saved = join(root, 'saved');
let servers = 1;
/** The data folder of the server; a promoted standby has another one. */
let dataDir = join(root, 'server-1');
const cluster = () => join(dataDir, 'postgres');

/** @type {import('../../../../../infra/local/postgres.mjs').Postgres | undefined} */
let postgres;
/** @type {typeof postgres} */
let standby;
/** @type {number[]} */
let silent = [];

const commands = {
  start: async () => {
    postgres = await startPostgres({ dataDir, log: () => undefined });
  },
  /** Stops like `pg_ctl stop -m immediate`: without a flush, so the next start uses the WAL. */
  crash: async () => {
    const pid = Number(readFileSync(join(cluster(), 'postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGQUIT');
    await until(() => !isThere(pid), 10_000);
  },
  /** Copies the data folder of the stopped server. */
  save: async () => {
    await postgres?.stop();
    copy(cluster(), saved);
    await commands.start();
  },
  /** Starts the copy in place of the server, as after putting back a disk. */
  putBack: async () => {
    await postgres?.stop();
    copy(saved, cluster());
    await commands.start();
  },
  /**
   * Starts the copy on a new timeline, as a standby that is promoted without the last commits. A
   * recovery to a point in time ends the same way.
   */
  promote: async () => {
    await postgres?.stop();
    copy(saved, cluster());
    await commands.recover();
  },
  /** Starts the server on a new timeline. */
  recover: async () => {
    await postgres?.stop();
    appendFileSync(join(cluster(), 'postgresql.auto.conf'), "restore_command = 'false'\n");
    copy(join(cluster(), 'PG_VERSION'), join(cluster(), 'recovery.signal'));
    await commands.start();
  },
  /** Starts a standby that follows the server by streaming replication. */
  follow: async () => {
    const to = join(root, `server-${servers + 1}`);
    standby = await startStandby(postgres?.ownerUrl ?? '', dataDir, to);
    servers += 1;
  },
  /** Crashes the server and promotes its standby, which has another port. */
  failOver: async () => {
    await commands.crash();
    await takeOver();
  },
  /** Fails over as the server's machine falls silent: its connections stay open, without an answer. */
  failOverSilently: async () => {
    const folder = realpathSync(cluster());
    silent = programsIn('postgres', (cwd) => cwd === folder);
    for (const pid of silent) process.kill(pid, 'SIGSTOP');
    await takeOver();
  },
  stop: async () => {
    for (const pid of silent) process.kill(pid, 'SIGKILL');
    await standby?.stop();
    await postgres?.stop();
    rmSync(root, { recursive: true, force: true });
  },
};

async function takeOver() {
  await promote(standby?.ownerUrl ?? '');
  dataDir = join(root, `server-${servers}`);
  postgres = standby;
  standby = undefined;
}

process.on('message', (/** @type {keyof typeof commands} */ name) => {
  commands[name]().then(
    () =>
      process.send?.({
        url: postgres?.url,
        ownerUrl: postgres?.ownerUrl,
        standbyUrl: standby?.ownerUrl,
      }),
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
