// @ts-check
import { join } from 'node:path';
import { run } from '../children.mjs';
import { Stop } from '../say.mjs';
import { connected, requireUnused } from './installation.mjs';

/** A backup of a server: PostgreSQL's own `pg_dump` and `pg_restore`. */

const DUMP = 'database.dump';

/**
 * @param {string} name
 * @param {number} major of the server
 * @throws {Stop} when the tool is missing or older than the server, which it would refuse
 */
export async function requireTool(name, major) {
  const { ok, output } = await run([name, '--version']);
  const found = Number(/\(PostgreSQL\) (\d+)/.exec(output)?.[1] ?? 0);
  if (ok && found >= major) return;
  const have = ok ? `${name} ${found} is older than the server` : `${name} is missing`;
  throw new Stop(
    `${have}. Install postgresql-client-${major}, or run this in the image postgres:${major}.`,
  );
}

/**
 * @param {string} address the owner's
 * @param {string} dir
 * @param {string} [snapshot] of the transaction that counts the rows
 */
export async function dump(address, dir, snapshot) {
  const { command, env } = pgCommand('pg_dump', address);
  const flags = ['--format=custom', `--file=${join(dir, DUMP)}`];
  if (snapshot) flags.push(`--snapshot=${snapshot}`);
  const { ok, output } = await run([...command, ...flags], { env });
  if (!ok) throw new Stop(`pg_dump failed: ${output}`);
}

/**
 * @param {string} address of a new, empty database
 * @param {string} dir
 */
export async function load(address, dir) {
  const { command, env } = pgCommand('pg_restore', address);
  const flags = ['--no-owner', '--no-privileges', '--exit-on-error'];
  const { ok, output } = await run([...command, ...flags, join(dir, DUMP)], { env });
  if (!ok) throw new Stop(`pg_restore failed: ${output}`);
}

/**
 * @param {string} address
 * @param {string} name
 */
export function withDatabase(address, name) {
  return Object.assign(new URL(address), { pathname: `/${name}` }).toString();
}

/**
 * Creates a database beside the one of the address.
 * @param {string} address
 * @param {string} name
 */
export async function createBeside(address, name) {
  await connected(withDatabase(address, 'postgres'), (server) =>
    server.query(`create database ${server.escapeIdentifier(name)} template template0`),
  );
  return withDatabase(address, name);
}

/**
 * @param {string} address
 * @param {string} name
 */
export async function dropBeside(address, name) {
  await connected(withDatabase(address, 'postgres'), (server) =>
    server.query(`drop database if exists ${server.escapeIdentifier(name)} with (force)`),
  );
}

/**
 * Gives the new database the name of the old one, which stays under another name.
 * @param {string} address of the old one
 * @param {{ fresh: string, old: string }} names
 */
export async function swap(address, { fresh, old }) {
  const name = new URL(address).pathname.slice(1);
  await connected(withDatabase(address, 'postgres'), async (server) => {
    await requireUnused(server, name);
    const id = (/** @type {string} */ text) => server.escapeIdentifier(text);
    await server.query('begin');
    await server.query(`alter database ${id(name)} rename to ${id(old)}`);
    await server.query(`alter database ${id(fresh)} rename to ${id(name)}`);
    await server.query('commit');
  });
}

/**
 * Copies the files of a running server, with the log of that time.
 * @param {string} address
 * @param {string} folder
 */
export async function copyServer(address, folder) {
  const { command, env } = pgCommand('pg_basebackup', address);
  const flags = [`--pgdata=${folder}`, '--checkpoint=fast', '--no-password'];
  const { ok, output } = await run([...command, ...flags], { env });
  if (!ok) throw new Stop(`pg_basebackup failed: ${output}`);
}

/**
 * The password goes through the environment, because everybody on a machine can read arguments.
 * @param {string} program
 * @param {string} address
 */
function pgCommand(program, address) {
  const url = new URL(address);
  const password = decodeURIComponent(url.password);
  url.password = '';
  return {
    command: [program, `--dbname=${url}`],
    env: password ? { PGPASSWORD: password } : {},
  };
}
