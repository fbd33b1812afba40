// @ts-check
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../children.mjs';
import { repository } from '../repository.mjs';
import { Stop } from '../say.mjs';

/** @typedef {import('pg').Client} Client */

/** A node that was killed stops counting after ten seconds. */
const BEATS = `select count(*)::int as beating from nodes where alive_at > now() - interval '10 s'`;
/** The server's own processes, which have no user, make way. */
const CONNECTED = `
  select distinct coalesce(nullif(application_name, ''), usename) as who from pg_stat_activity
   where datname = $1 and pid <> pg_backend_pid() and usesysid is not null`;
/** A health check of PostgreSQL connects for a moment. */
const MOMENT_MS = 2_000;
const TABLES = ['users', 'buildings', 'memberships', 'alarms', 'alarm_events', 'audit_log'];

/**
 * Runs work on a connection.
 * @template T
 * @param {string} address
 * @param {(client: Client) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function connected(address, work) {
  const require = createRequire(new URL('../../../backend/package.json', import.meta.url));
  const pg = /** @type {typeof import('pg')} */ (require('pg'));
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
  } catch (error) {
    throw new Stop(`The database does not answer: ${/** @type {Error} */ (error).message}`);
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Reads this release's version and migrations, and the fingerprints of its keys.
 * @returns {Promise<{ release: string, migrations: string[], keys: Record<string, string[]> }>}
 */
export async function describe() {
  const { ok, output } = await run([process.execPath, 'backend/dist/describe.js']);
  if (!ok) throw new Stop(output);
  const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  return { release: version, ...JSON.parse(output) };
}

/**
 * @param {Client} client
 * @returns {Promise<number>} the major version of the server
 */
export async function majorOf(client) {
  const { rows } = await client.query('show server_version');
  return parseInt(rows[0].server_version, 10);
}

/** @param {Record<string, string[]>} keys @returns {Record<string, string>} those in use, by name */
export function keysInUse(keys) {
  return Object.fromEntries(Object.entries(keys).map(([name, [print = '']]) => [name, print]));
}

/**
 * @param {Client} client
 * @returns {Promise<{ server: string, migrations: string[], rows: Record<string, number> }>}
 */
export async function contentOf(client) {
  const { rows: versions } = await client.query('show server_version');
  const { rows: found } = await client.query(`select to_regclass('public.migrations') as found`);
  if (!found[0].found) throw new Stop('This database is not one of ResQ, or was never started.');
  const { rows: done } = await client.query('select name from migrations order by timestamp');
  /** @type {Record<string, number>} */
  const rows = {};
  for (const table of TABLES) {
    const found = await client.query(`select count(*)::int as count from ${table}`);
    rows[table] = found.rows[0].count;
  }
  return {
    server: versions[0].server_version,
    migrations: done.map(({ name }) => name),
    rows,
  };
}

/**
 * @param {Client} client
 * @throws {Stop} while a node or anything else uses the database
 */
export async function requireNoNode(client) {
  const { rows } = await client.query(
    `select current_database() as name, to_regclass('public.nodes') as found`,
  );
  if (rows[0].found) {
    const { rows: beats } = await client.query(BEATS);
    if (beats[0].beating > 0) {
      throw new Stop(`Nodes use this database: ${beats[0].beating}. Stop them first.`);
    }
  }
  await requireUnused(client, rows[0].name);
}

/**
 * PostgreSQL gives no other name to a database that somebody is connected to.
 * @param {Client} client
 * @param {string} name of the database
 * @throws {Stop} that names who is connected
 */
export async function requireUnused(client, name) {
  for (const end = Date.now() + MOMENT_MS; ; await sleep(20)) {
    const { rows } = await client.query(CONNECTED, [name]);
    if (rows.length === 0) return;
    if (Date.now() < end) continue;
    const who = rows.map(({ who }) => who).join(', ');
    throw new Stop(`Others use the database ${name}: ${who}. Stop them first.`);
  }
}

/**
 * Migrates a restored database, ends again what had ended since, and verifies the audit log.
 * @param {{ url: string, ownerUrl: string }} addresses
 * @returns {Promise<string>} the report
 */
export async function bringUp({ url, ownerUrl }) {
  const env = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl };
  const tool = [process.execPath, 'backend/dist/tools.js', 'restore-finish'];
  const { ok, output } = await run(tool, { env });
  if (!ok) throw new Stop(`The restored database is not usable: ${output}`);
  // The lines of the log stand before the report.
  return output.slice(output.lastIndexOf('\n') + 1);
}
