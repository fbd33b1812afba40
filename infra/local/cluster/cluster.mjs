// @ts-check
import { join, resolve } from 'node:path';
import { run } from '../children.mjs';
import { atEnd } from '../lifecycle.mjs';
import { RedisServer } from '../redis.mjs';
import { repository } from '../repository.mjs';
import { Stop } from '../say.mjs';
import { Caddy } from './caddy.mjs';
import { FLAGS, startMembers } from './members.mjs';

/**
 * @typedef {object} Cluster
 * @property {import('./members.mjs').Member[]} members
 * @property {RedisServer} redis
 * @property {string} databaseUrl the owner's
 * @property {string} logs the folder of the nodes' logs
 */

/**
 * Starts what docker-compose.yml describes on this machine, beside a database that serves. It ends with this
 * process.
 * @param {string} url of the proxy
 * @returns {Promise<Cluster>}
 */
export async function startCluster(url) {
  const redis = await RedisServer.create();
  atEnd(() => redis.kill());
  process.once('exit', () => redis.killNow());
  await redis.start({ detached: true });
  const { DATABASE_URL = '' } = process.env;
  const DATABASE_OWNER_URL = process.env.DATABASE_OWNER_URL || DATABASE_URL;
  const DATA_DIR = resolve(repository, process.env.DATA_DIR || '.resq');
  const logs = join(DATA_DIR, 'cluster');
  await migrate({ DATABASE_URL, DATABASE_OWNER_URL });
  const env = /** @type {Record<string, string>} */ ({ ...process.env });
  Object.assign(env, environmentOf({ databaseUrl: DATABASE_URL, redisUrl: redis.url, url }));
  env.DATA_DIR = DATA_DIR;
  const { members, stop } = await startMembers(env, logs);
  // The proxy ends after the nodes, so that tabs which leave one node find another.
  const ports = members.filter(({ name }) => name !== 'worker').map(({ node }) => node.port);
  const proxy = await Caddy.before(ports, url, { detached: true });
  atEnd(() => proxy.stop());
  process.once('exit', () => proxy.child.kill('SIGKILL'));
  atEnd(stop);
  return { members, redis, databaseUrl: DATABASE_OWNER_URL, logs };
}

/**
 * The variables that each node of a cluster gets. A test compares them with docker-compose.yml.
 * @param {{ databaseUrl: string, redisUrl: string, url: string }} addresses
 * @returns {Record<string, string>}
 */
export function environmentOf({ databaseUrl, redisUrl, url }) {
  return {
    DATABASE_URL: databaseUrl,
    // Only the migration knows the owner's address.
    DATABASE_OWNER_URL: '',
    REDIS_URL: redisUrl,
    PUBLIC_URL: url,
    TRUSTED_PROXIES: '127.0.0.1',
  };
}

/** The program of the service `migrate`, which ends before the nodes start. */
export const MIGRATE = ['node', 'backend/dist/migrate.js'];
/** The program of the image. */
export const SERVE = ['node', ...FLAGS, 'backend/dist/main.js'];

/** @param {Record<string, string>} env */
async function migrate(env) {
  const [, ...program] = MIGRATE;
  const { ok, output } = await run([process.execPath, ...program], { env });
  if (!ok) throw new Stop(output);
}
