import pg from 'pg';
import startServices from './services.mjs';

/**
 * Starts the services without fsync, because no test of this suite cuts the power, and without
 * autovacuum, because every test file leaves a database behind. Measured rows use a server that
 * flushes every commit as in production: see `faults/jest.config.mjs`.
 */
export default async function startSparedServices() {
  await startServices();
  // Bounds of seconds hold on a quiet machine that flushes its commits: there the fault tests check them.
  process.env.TEST_WITHOUT_BOUNDS = 'on';
  const client = new pg.Client({ connectionString: process.env.TEST_OWNER_URL });
  await client.connect();
  await client.query('alter system set fsync = off');
  await client.query('alter system set autovacuum = off');
  await client.query('select pg_reload_conf()');
  await client.end();
}
