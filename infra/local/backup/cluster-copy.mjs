// @ts-check
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { databaseUser, give } from '../pg-user.mjs';

/** @typedef {import('pg').Client} Client */

/** A backup of the embedded database, whose package has no `pg_dump`: its files, while it runs. */

const CLUSTER = 'cluster';
/** PostgreSQL makes these at its start, or must not find them. */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans|pg_wal)$/;
const EMPTY = [
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal/archive_status',
  'pg_wal/summaries',
];

/**
 * Follows PostgreSQL's "Making a base backup using the low level API". A slot keeps the log meanwhile.
 * @param {Client} owner
 * @param {string} cluster the folder of the running database
 * @param {string} dir
 */
export async function copyCluster(owner, cluster, dir) {
  const target = join(dir, CLUSTER);
  mkdirSync(target, { mode: 0o700 });
  await owner.query(`select pg_create_physical_replication_slot('resq_backup', true, true)`);
  const { rows: begun } = await owner.query(
    `select pg_walfile_name(pg_backup_start('resq', true)) as file`,
  );
  for (const name of readdirSync(cluster)) {
    if (LEFT_OUT.test(name)) continue;
    cpSync(join(cluster, name), join(target, name), { recursive: true, force: true });
  }
  const { rows: ended } = await owner.query(
    'select pg_walfile_name(lsn) as file, labelfile from pg_backup_stop(false)',
  );
  const [{ file: last, labelfile }] = ended;
  writeFileSync(join(target, 'backup_label'), labelfile);
  for (const name of EMPTY) mkdirSync(join(target, name), { recursive: true, mode: 0o700 });
  for (const name of readdirSync(join(cluster, 'pg_wal'))) {
    const isNeeded = /^[0-9A-F]{24}$/.test(name) && name >= begun[0].file && name <= last;
    if (isNeeded) cpSync(join(cluster, 'pg_wal', name), join(target, 'pg_wal', name));
  }
}

/**
 * @param {string} dir
 * @param {string} folder in which `postgres` becomes the copy
 */
export function layCluster(dir, folder) {
  const cluster = join(folder, 'postgres');
  cpSync(join(dir, CLUSTER), cluster, { recursive: true });
  for (const name of EMPTY) mkdirSync(join(cluster, name), { recursive: true, mode: 0o700 });
  chmodSync(cluster, 0o700);
  give(cluster, databaseUser(join(folder, 'none')));
}

/**
 * Gives the new cluster the place of the old one, which stays beside it.
 * @param {string} dataDir
 * @param {{ fresh: string, old: string }} folders
 */
export function swapClusters(dataDir, { fresh, old }) {
  const cluster = join(dataDir, 'postgres');
  if (existsSync(cluster)) renameSync(cluster, old);
  renameSync(join(fresh, 'postgres'), cluster);
  rmSync(fresh, { recursive: true, force: true });
}
