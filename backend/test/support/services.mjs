import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../../infra/local/postgres.mjs';
import { startRedis } from '../../../infra/local/redis.mjs';

/**
 * Starts one PostgreSQL and one Redis for the whole run.
 * @param {string} [settings] lines for postgresql.conf
 */
export async function startServices(settings) {
  const dataDir = mkdtempSync(join(tmpdir(), 'resq-test-'));
  chmodSync(dataDir, 0o755);
  const [postgres, redis] = await Promise.all([
    startPostgres({ dataDir, log: () => undefined, settings }),
    startRedis(),
  ]);
  process.env.TEST_DATABASE_URL = postgres.url;
  process.env.TEST_OWNER_URL = postgres.ownerUrl;
  process.env.TEST_REDIS_URL = redis.url;
  globalThis.resqServices = { postgres, redis, dataDir };
}

export default () => startServices();
