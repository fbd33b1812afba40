// @ts-check
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from '../build.mjs';
import { takeDataDir, useEmbedded } from '../embedded.mjs';
import { install } from '../install.mjs';
import { atEnd, live } from '../lifecycle.mjs';
import { ensureSystemPackages } from '../needs.mjs';
import { isFree } from '../ports.mjs';
import { begin, repository } from '../repository.mjs';
import { Stop, say } from '../say.mjs';
import { startCluster } from './cluster.mjs';
import { watchWhereabouts } from './whereabouts.mjs';

/**
 * Runs PostgreSQL, Redis, two nodes, a worker and the proxy of `infra/proxy` on this machine, as
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
  const { members, databaseUrl, logs } = await startCluster(url);
  own?.announce(url);
  await greet(url, members, logs);
  atEnd(watchWhereabouts(databaseUrl, members, say));
}

/**
 * @param {string} url
 * @param {import('./members.mjs').Member[]} members
 * @param {string} logs
 */
async function greet(url, members, logs) {
  say(`ResQ is running: ${url}, through the proxy of infra/proxy`);
  for (const { name, node } of members) {
    say(`  ${name}: ${node.url}, process ${node.child?.pid}, metrics on port ${node.metricsPort}`);
  }
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
