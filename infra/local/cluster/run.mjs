// @ts-check
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from '../build.mjs';
import { takeDataDir, useEmbedded } from '../embedded.mjs';
import { install } from '../install.mjs';
import { atEnd, live } from '../lifecycle.mjs';
import { ensureSystemPackages } from '../needs.mjs';
import { isFree } from '../ports.mjs';
import { RedisServer } from '../redis.mjs';
import { begin, repository } from '../repository.mjs';
import { Stop, say } from '../say.mjs';
import { Caddy } from './caddy.mjs';
import { startMembers } from './members.mjs';
import { watchWhereabouts } from './whereabouts.mjs';

/**
 * Runs PostgreSQL, Redis, three nodes, a worker and the proxy of `infra/proxy` on this machine, as
 * docker-compose.yml does with Docker.
 */
await live(start, { atSignal: 0 });

async function start() {
  begin();
  const port = Number(process.env.PORT || 3000);
  const url = `http://localhost:${port}`;
  const own = process.env.DATABASE_URL ? undefined : takeDataDir();
  if (!(await isFree(port))) {
    throw new Stop(`Port ${port} is in use. Choose another one: PORT=${port + 1} npm run cluster`);
  }
  await ensureSystemPackages({ redis: true, browser: false, proxy: true });
  await install();
  await build();
  if (own) await useEmbedded(own.dataDir);
  const redis = await RedisServer.create();
  atEnd(() => redis.kill());
  process.once('exit', () => redis.killNow());
  await redis.start({ detached: true });
  const { DATABASE_URL = '', DATABASE_OWNER_URL = DATABASE_URL } = process.env;
  const DATA_DIR = resolve(repository, process.env.DATA_DIR || '.resq');
  const logs = join(DATA_DIR, 'cluster');
  const env = {
    .../** @type {Record<string, string>} */ (process.env),
    DATABASE_URL,
    DATABASE_OWNER_URL,
    DATA_DIR,
    REDIS_URL: redis.url,
    PUBLIC_URL: url,
    TRUSTED_PROXIES: '127.0.0.1',
  };
  const { members, stop } = await startMembers(env, logs);
  // The proxy ends after the nodes, so that tabs which leave one node find another.
  const ports = members.filter(({ name }) => name !== 'worker').map(({ node }) => node.port);
  const proxy = await Caddy.before(ports, url, { detached: true });
  atEnd(() => proxy.stop());
  process.once('exit', () => proxy.child.kill('SIGKILL'));
  atEnd(stop);
  own?.announce(url);
  await greet(url, members, logs);
  atEnd(watchWhereabouts(DATABASE_OWNER_URL, members, say));
}

/**
 * @param {string} url
 * @param {import('./members.mjs').Member[]} members
 * @param {string} logs
 */
async function greet(url, members, logs) {
  say(`ResQ is running: ${url}, through the proxy of infra/proxy`);
  for (const { name, node } of members) say(`  ${name}: ${node.url}, process ${node.child?.pid}`);
  if (process.env.DEMO === 'on') {
    const demo = join(repository, 'backend/dist/modules/demo/demo-residents.js');
    const { DEMO_BUILDINGS, DEMO_PASSWORD } = await import(pathToFileURL(demo).href);
    const [{ members: residents }] = DEMO_BUILDINGS;
    const emails = residents.map((/** @type {{ email: string }} */ { email }) => email);
    say(`Sign in, in one window each, as ${emails.join(', ')}.`);
    say(`The password is ${DEMO_PASSWORD}. Each user's node is printed below.`);
  }
  say('To see a node replaced, run: kill <process>. It is started again.');
  say(`Logs: ${logs}`);
  say('Stop with Ctrl-C.');
}
