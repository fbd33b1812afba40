import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** @returns the address of a new, empty database on the run's shared server */
export async function createDatabase(): Promise<string> {
  const server = process.env['TEST_DATABASE_URL'] ?? '';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = name;
  return url.toString();
}
