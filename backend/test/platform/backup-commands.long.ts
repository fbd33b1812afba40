import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { databaseUser } from '../../../infra/local/pg-user.mjs';
import { freePort } from '../../../infra/local/ports.mjs';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** The commands of an operator, with Debian's PostgreSQL and with the embedded one. */

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
const DEBIAN = '/usr/lib/postgresql/15/bin';
const LIMIT_MS = 5 * 60_000;

let folder: string;
const servers: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'resq-commands-'));
  // The database has a user of its own.
  chmodSync(folder, 0o711);
});

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.kill('SIGINT');
    if (server.exitCode === null) await once(server, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Starts an empty PostgreSQL 15. @returns the address of its owner */
async function startDebian(): Promise<string> {
  const cluster = join(folder, 'server');
  const user = databaseUser(cluster);
  mkdirSync(cluster, { mode: 0o700 });
  if (user.uid !== undefined && user.gid !== undefined) chownSync(cluster, user.uid, user.gid);
  const flags = ['-U', 'postgres', '-A', 'trust', '-D', cluster, '--encoding=UTF8', '--no-sync'];
  const made = spawnSync(join(DEBIAN, 'initdb'), flags, { ...user, cwd: '/', encoding: 'utf8' });
  if (made.status !== 0) throw new Error(made.stderr);
  const port = String(await freePort());
  const options = ['-D', cluster, '-p', port, '-h', '127.0.0.1', '-c', `unix_socket_directories=`];
  servers.push(spawn(join(DEBIAN, 'postgres'), options, { ...user, cwd: '/', stdio: 'ignore' }));
  const address = `postgres://postgres@127.0.0.1:${port}`;
  await until('PostgreSQL answers', ARRIVES_MS, () =>
    query(`${address}/postgres`, 'create database resq').then(
      () => true,
      () => false,
    ),
  );
  return `${address}/resq`;
}

async function query(address: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql).finally(() => client.end());
  return rows;
}

interface Ran {
  code: number;
  output: string;
}

/** Runs a script of `infra/local` as npm does. */
function command(env: Record<string, string>, script: string, ...args: string[]): Promise<Ran> {
  const { DATABASE_URL: _, DATABASE_OWNER_URL: __, ...inherited } = process.env;
  return new Promise((ended) => {
    execFile(
      process.execPath,
      [join(REPOSITORY, 'infra/local', script), ...args],
      { cwd: REPOSITORY, env: { ...inherited, ...env } },
      (error, stdout, stderr) => ended({ code: error ? 1 : 0, output: stdout + stderr }),
    );
  });
}

/** Starts a node, waits until it is ready, and stops it again. */
async function startOnce(env: Record<string, string>): Promise<void> {
  const port = String(await freePort());
  const ports = { PORT: port, METRICS_PORT: String(await freePort()) };
  const node = spawn(process.execPath, [join(REPOSITORY, 'infra/local/start.mjs')], {
    env: { ...process.env, DEMO: 'on', ...ports, ...env },
    stdio: 'ignore',
  });
  servers.push(node);
  await until('the node is ready', ARRIVES_MS, () =>
    fetch(`http://localhost:${port}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  node.kill('SIGTERM');
  await once(node, 'exit');
}

const debianIt = existsSync(DEBIAN) ? it : it.skip;

debianIt(
  'a server is backed up, checked, restored beside the old database, and refused by name',
  async () => {
    const ownerUrl = await startDebian();
    const env = {
      DATABASE_OWNER_URL: ownerUrl,
      DATABASE_URL: ownerUrl.replace('postgres@', 'resq_app:secret@'),
      DATA_DIR: join(folder, 'data'),
    };
    await startOnce(env);
    const backups = join(folder, 'backups');
    expect(await command(env, 'backup/backup.mjs', '--to', backups)).toMatchObject({ code: 0 });
    await query(ownerUrl, `update buildings set name = 'Ändrad'`);

    const foreign = { ...env, REFRESH_KEY: Buffer.alloc(32, 7).toString('base64') };
    const refused = await command(foreign, 'backup/restore.mjs', backups);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.output).toContain('other keys: REFRESH_KEY');
    await query(ownerUrl, 'insert into nodes values (gen_random_uuid(), now())');
    const used = await command(env, 'backup/restore.mjs', backups);
    expect(used.output).toContain('Stop them first');
    await query(ownerUrl, 'delete from nodes');

    const checked = await command(env, 'backup/check.mjs', backups);
    expect(checked.output).toContain('can be restored');
    expect(await query(ownerUrl, 'select distinct name from buildings')).toEqual([
      { name: 'Ändrad' },
    ]);
    const restored = await command(env, 'backup/restore.mjs', backups);
    expect(restored.output).toContain('the audit log is whole');
    expect(restored.code).toBe(0);
    const names = await query(ownerUrl, 'select name from buildings');
    expect(names).not.toContainEqual({ name: 'Ändrad' });
    const databases = await query(ownerUrl, `select datname as name from pg_database`);
    expect(databases.filter(({ name }) => /_before_/.test(String(name)))).toHaveLength(1);
    await startOnce(env);
  },
  LIMIT_MS,
);

it(
  'the embedded database is backed up, checked and restored, and serves again',
  async () => {
    const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: '' };
    await startOnce(env);
    const backups = join(folder, 'backups');
    expect(await command(env, 'backup/backup.mjs', '--to', backups)).toMatchObject({ code: 0 });
    const checked = await command(env, 'backup/check.mjs', backups);
    expect(checked.output).toContain('can be restored');
    const restored = await command(env, 'backup/restore.mjs', backups);
    expect(restored.output).toContain('the audit log is whole');
    const left = readdirSync(env.DATA_DIR).filter((name) => name.startsWith('postgres.before-'));
    expect(left).toHaveLength(1);
    await startOnce(env);
  },
  LIMIT_MS,
);
