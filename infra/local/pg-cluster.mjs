// @ts-check
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { give } from './pg-user.mjs';
import { Stop } from './say.mjs';

/** @typedef {import('./pg-binaries.mjs').Binaries} Binaries */
/** @typedef {import('./pg-user.mjs').Identity} Identity */

const DATABASE = 'resq';
/** Longer than a busy machine needs. */
const CONNECT_MS = 60_000;

const SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 100
`;

/**
 * Creates the cluster under a temporary name and renames it, so that a killed start leaves no half
 * cluster.
 * @param {Binaries} binaries
 * @param {string} cluster
 * @param {{ passwordFile: string, logFile: string, user: Identity, settings: string }} options
 */
export function createCluster(binaries, cluster, { passwordFile, logFile, user, settings }) {
  const half = `${cluster}.tmp`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { mode: 0o700 });
  give(half, user);
  const flags = ['-U', 'postgres', '--pwfile', passwordFile, '-A', 'scram-sha-256', '-E', 'UTF8'];
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const { status, stdout, stderr } = spawnSync(
    binaries.initdb,
    [...flags, ...locale, '--data-checksums', '--no-instructions', '-D', half],
    { ...user, cwd: '/', encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } },
  );
  if (status !== 0) {
    appendFileSync(logFile, `${stdout ?? ''}${stderr ?? ''}`, { mode: 0o600 });
    throw new Stop(`The database could not be created. See the end of ${logFile}`);
  }
  appendFileSync(join(half, 'postgresql.conf'), SETTINGS + settings);
  renameSync(half, cluster);
}

/**
 * @param {Binaries} binaries
 * @param {string} cluster
 */
export function checkVersion(binaries, cluster) {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version === binaries.major) return;
  throw new Stop(
    `The database in ${cluster} was created by PostgreSQL ${version}, but this is ${binaries.major}. ` +
      `Move its content with pg_dump ${version}, or remove the folder to start over.`,
  );
}

/**
 * @param {string} file
 * @param {Identity} user initdb reads it as this user
 */
export function password(file, user) {
  if (!existsSync(file)) {
    writeFileSync(file, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
    chmodSync(file, 0o600);
    give(file, user);
  }
  return readFileSync(file, 'utf8').trim();
}

/** @param {{ role: string, secret: string, port: number, database?: string }} parts */
export function addressOf({ role, secret, port, database = DATABASE }) {
  return `postgres://${role}:${secret}@127.0.0.1:${port}/${database}`;
}

/**
 * @param {string} secret
 * @param {number} port
 * @returns {Promise<string>} the address of the database, which is created when it is missing
 */
export async function openDatabase(secret, port) {
  // Loaded late, because `npm start` begins before packages are installed.
  const require = createRequire(new URL('../../backend/package.json', import.meta.url));
  const pg = /** @type {typeof import('pg')} */ (require('pg'));
  const owner = { role: 'postgres', secret, port };
  const client = new pg.Client({
    connectionString: addressOf({ ...owner, database: 'postgres' }),
    connectionTimeoutMillis: CONNECT_MS,
  });
  try {
    await client.connect();
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
  return addressOf(owner);
}
