// @ts-check
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../../../../infra/local/postgres.mjs';

/** The name of every standby, for `synchronous_standby_names`. */
const NAME = 'standby';

/**
 * Makes a hot standby of a running server by a base backup and streaming replication. The packaged
 * PostgreSQL has no `pg_basebackup`, so the files are copied between the functions for that.
 * @param {string} primary the owner's address of the running server
 * @param {string} from its data folder
 * @param {string} to a new data folder
 */
export async function startStandby(primary, from, to) {
  const cluster = join(to, 'postgres');
  await asOwner(primary, async (server) => {
    await server.query('select pg_backup_start($1, true)', [NAME]);
    // A file may vanish while it is copied; the write-ahead log has what it held.
    copy(from, to);
    const { rows } = await server.query('select labelfile from pg_backup_stop(false)');
    owned(cluster, 'backup_label', rows[0].labelfile);
  });
  for (const file of ['postmaster.pid', 'postmaster.opts']) rmSync(join(cluster, file));
  owned(cluster, 'standby.signal', '');
  const { port, username, password } = new URL(primary);
  const address = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
  appendFileSync(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = '${address} application_name=${NAME}'\n`,
  );
  return startPostgres({ dataDir: to, log: () => undefined });
}

/** @param {string} standby the owner's address */
export function promote(standby) {
  return asOwner(standby, (server) => server.query('select pg_promote()'));
}

/**
 * Keeps the owner of the files, because PostgreSQL refuses files of another user.
 * @param {string} from
 * @param {string} to
 */
export function copy(from, to) {
  rmSync(to, { recursive: true, force: true });
  spawnSync('cp', ['-a', from, to]);
  if (!existsSync(to)) throw new Error(`${from} was not copied`);
}

/**
 * Writes a file that belongs to the cluster's owner.
 * @param {string} cluster
 * @param {string} name
 * @param {string} text
 */
function owned(cluster, name, text) {
  copy(join(cluster, 'PG_VERSION'), join(cluster, name));
  writeFileSync(join(cluster, name), text);
}

/**
 * @param {string} url
 * @param {(server: import('pg').Client) => Promise<unknown>} work
 */
async function asOwner(url, work) {
  const server = new pg.Client(url);
  await server.connect();
  await work(server).finally(() => server.end());
}
