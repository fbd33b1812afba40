import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { databaseUser } from '../../../infra/local/pg-user.mjs';
import { freePort } from '../../../infra/local/ports.mjs';
import { ARRIVES_MS, until } from './wait-until.js';

/** An operator's machine: a folder, Debian's PostgreSQL, and the commands of the documents. */

export const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
export const DEBIAN = '/usr/lib/postgresql/15/bin';
export const hasDebian = existsSync(DEBIAN);

let folder: string;
const servers: ChildProcess[] = [];

/** Registers hooks that give each test an empty folder, and end what it has started. */
export function useMachine(): { readonly folder: string } {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'resq-commands-'));
    // The database has a user of its own.
    chmodSync(folder, 0o711);
  });
  afterEach(async () => {
    for (const server of servers.splice(0).reverse()) {
      server.kill('SIGINT');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    get folder() {
      return folder;
    },
  };
}

/** Starts an empty PostgreSQL 15. @returns the address of its owner */
export async function startDebian(settings: string[] = []): Promise<string> {
  const cluster = join(folder, 'server');
  const user = databaseUser(cluster);
  mkdirSync(cluster, { mode: 0o700 });
  if (user.uid !== undefined && user.gid !== undefined) chownSync(cluster, user.uid, user.gid);
  const flags = ['-U', 'postgres', '-A', 'trust', '-D', cluster, '--encoding=UTF8', '--no-sync'];
  const made = spawnSync(join(DEBIAN, 'initdb'), flags, { ...user, cwd: '/', encoding: 'utf8' });
  if (made.status !== 0) throw new Error(made.stderr);
  const port = String(await freePort());
  const options = ['-D', cluster, '-p', port, '-h', '127.0.0.1', '-c', `unix_socket_directories=`];
  options.push(...settings.flatMap((setting) => ['-c', setting]));
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

export async function withClient<T>(
  address: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  return work(client).finally(() => client.end());
}

export async function query(address: string, sql: string): Promise<Record<string, unknown>[]> {
  const { rows } = await withClient(address, (client) =>
    client.query<Record<string, unknown>>(sql),
  );
  return rows;
}

/** @returns the address of the owner of a running embedded database */
export function embeddedAddress(dataDir: string): string {
  const [port, secret] = ['postgres.port', 'postgres.password'].map((name) =>
    readFileSync(join(dataDir, name), 'utf8').trim(),
  );
  return `postgres://postgres:${secret}@127.0.0.1:${port}/resq`;
}

export interface Ran {
  code: number;
  output: string;
}

/** Runs a script of `infra/local` as npm does. */
export function command(
  env: Record<string, string>,
  script: string,
  ...args: string[]
): Promise<Ran> {
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

/** Starts a program that runs until the end of the test. */
export function startProgram(
  program: string,
  args: string[],
  env: Record<string, string>,
): ChildProcess {
  const { DATABASE_URL: _, DATABASE_OWNER_URL: __, ...inherited } = process.env;
  const child = spawn(program, args, {
    cwd: REPOSITORY,
    env: { ...inherited, ...env },
    stdio: 'ignore',
  });
  servers.push(child);
  return child;
}

export interface StartedNode {
  url: string;
  stop: () => Promise<void>;
}

/** Starts a node and waits until it is ready. */
export async function startNode(env: Record<string, string>): Promise<StartedNode> {
  const port = String(await freePort());
  const ports = { PORT: port, METRICS_PORT: String(await freePort()) };
  const script = join(REPOSITORY, 'infra/local/start.mjs');
  const node = startProgram(process.execPath, [script], { DEMO: 'on', ...ports, ...env });
  const url = `http://localhost:${port}`;
  await until('the node is ready', 5 * ARRIVES_MS, () =>
    fetch(`${url}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const stop = async () => {
    node.kill('SIGTERM');
    await once(node, 'exit');
  };
  return { url, stop };
}

/** Starts a node, waits until it is ready, and stops it again. */
export async function startOnce(env: Record<string, string>): Promise<void> {
  const { stop } = await startNode(env);
  await stop();
}
