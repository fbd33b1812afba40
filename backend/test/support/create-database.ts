import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** @returns the address of a database of that name on the run's shared server */
export function databaseUrlOf(name: string): string {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  url.pathname = name;
  return url.toString();
}

/** Connects to the run's shared server itself, not to one of its databases. */
export async function onServer<T>(work: (server: pg.Client) => Promise<T>): Promise<T> {
  const server = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] });
  await server.connect();
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}

/**
 * @param template the database to copy; default: an empty one
 * @returns the address of a new database on the run's shared server
 */
export async function createDatabase(template = 'template1'): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer((server) => server.query(`create database ${name} template ${template}`));
  return databaseUrlOf(name);
}
