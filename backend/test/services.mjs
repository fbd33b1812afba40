import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../infra/local/postgres.mjs';
import { startRedis } from '../../infra/local/redis.mjs';

/** A PostgreSQL and a Redis of their own for the whole run; every test file makes its own database. */
export default async function startServices() {
  const dataDir = mkdtempSync(join(tmpdir(), 'resq-test-'));
  chmodSync(dataDir, 0o755);
  const [postgres, redis] = await Promise.all([
    startPostgres({ dataDir, log: () => undefined }),
    startRedis(),
  ]);
  await spareTheDisk(postgres.url);
  process.env.TEST_DATABASE_URL = postgres.url;
  process.env.TEST_REDIS_URL = redis.url;
  globalThis.resqServices = { postgres, redis, dataDir };
}

/**
 * No test here pulls the machine's plug, and every test leaves a database behind: the server would
 * be busy with a disk and with hundreds of them that nobody looks at any more.
 */
async function spareTheDisk(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('alter system set fsync = off');
  await client.query('alter system set autovacuum = off');
  await client.query('select pg_reload_conf()');
  await client.end();
}
