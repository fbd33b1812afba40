import pg from 'pg';
import startServices from './services.mjs';

/**
 * No test here pulls the machine's plug, and every test leaves a database behind: the server would
 * be busy with a disk and with hundreds of them that nobody looks at any more. What is measured runs
 * on a server that keeps every commit as in production: see `faults/jest.config.mjs`.
 */
export default async function startSparedServices() {
  await startServices();
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  await client.query('alter system set fsync = off');
  await client.query('alter system set autovacuum = off');
  await client.query('select pg_reload_conf()');
  await client.end();
}
