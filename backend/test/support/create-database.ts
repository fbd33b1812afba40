import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** @returns the address of a database of that name on the run's shared server, as the application */
export function databaseUrlOf(name: string): string {
  return withPath(process.env['TEST_DATABASE_URL'] ?? '', name);
}

/** @returns the address of the same database on the run's shared server, as its owner */
export function ownerUrlOf(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const { username, password } = new URL(process.env['TEST_OWNER_URL'] ?? '');
  return Object.assign(url, { username, password }).toString();
}

/** Connects to the run's shared server itself, not to one of its databases, as a superuser. */
export async function onServer<T>(work: (server: pg.Client) => Promise<T>): Promise<T> {
  return connected(process.env['TEST_OWNER_URL'] ?? '', work);
}

/** Connects to a database as its owner, who may do what the application may not. */
export async function asOwner<T>(
  databaseUrl: string,
  work: (owner: pg.Client) => Promise<T>,
): Promise<T> {
  return connected(ownerUrlOf(databaseUrl), work);
}

const owners = new Map<string, Promise<pg.Client>>();

/**
 * Connects to a database as its owner by a connection that all callers share, until `endSharedOwner` ends it. To
 * open one takes longer than the statements of most callers.
 */
export function sharedOwner(databaseUrl: string): Promise<pg.Client> {
  const connectionString = ownerUrlOf(databaseUrl);
  const known = owners.get(connectionString);
  if (known) return known;
  const client = new pg.Client({ connectionString });
  // A test may break it, and the next caller gets a new one.
  client.on('error', () => owners.delete(connectionString));
  const connected = client.connect().then(() => client);
  owners.set(connectionString, connected);
  // One that was never opened is no error event.
  connected.catch(() => owners.delete(connectionString));
  return connected;
}

/** Ends the shared connection to a database, if there is one. */
export async function endSharedOwner(databaseUrl: string): Promise<void> {
  const connectionString = ownerUrlOf(databaseUrl);
  const known = owners.get(connectionString);
  owners.delete(connectionString);
  await (await known)?.end();
}

/**
 * Copies the files, because the other strategy writes each page to the log as well: with hundreds of
 * copies its checkpoints take half a second each.
 * @param template the database to copy; default: an empty one
 * @returns the address of a new database on the run's shared server, as the application
 */
export async function createDatabase(template = 'template1'): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const options = `template ${template} strategy file_copy`;
  await onServer((server) => server.query(`create database ${name} ${options}`));
  return databaseUrlOf(name);
}

async function connected<T>(address: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function withPath(address: string, path: string): string {
  return Object.assign(new URL(address), { pathname: path }).toString();
}
