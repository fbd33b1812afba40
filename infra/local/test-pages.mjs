// @ts-check
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from './build.mjs';
import { startCluster } from './cluster/cluster.mjs';
import { OUTAGES } from './pages/outages.mjs';
import { Prometheus } from './pages/prometheus.mjs';
import { SmallDisk } from './pages/small-disk.mjs';
import { takeDataDir, useEmbedded } from './embedded.mjs';
import { install } from './install.mjs';
import { atEnd, live } from './lifecycle.mjs';
import { ensureSystemPackages } from './needs.mjs';
import { freePort } from './ports.mjs';
import { beginTests, repository } from './repository.mjs';
import { Stop, say } from './say.mjs';

/** The promise: a person is paged within two minutes, and for nothing else. */
const PAGED_MS = 120_000;
/** The longest `for` of a page and two rounds of Prometheus, until the former fault has no page. */
const CALM_MS = 300_000;
const POLL_MS = 1_000;

/**
 * Breaks a part of a cluster on a database of its own, beside a real Prometheus with the rules of
 * infra/monitoring, and checks that the right page fires in time and no other. Nothing is faster than in
 * production: each outage takes two minutes.
 */
await live(async () => {
  beginTests();
  const asked = process.argv.slice(2);
  const unknown = asked.find((name) => !(name in OUTAGES));
  if (unknown !== undefined) {
    throw new Stop(
      `There is no outage ${unknown}. Choose from: ${Object.keys(OUTAGES).join(', ')}`,
    );
  }
  if (spawnSync('prometheus', ['--version']).error) {
    say('Prometheus is not installed, so no outage was tried: apt-get install prometheus');
    return 0;
  }
  const { members, ...rest } = await start();
  const targets = members.map(({ node }) => `127.0.0.1:${node.metricsPort}`);
  targets.push(await startProbe(members[0]?.node.env ?? {}));
  const prometheus = await Prometheus.of(targets);
  atEnd(() => prometheus.stop());
  process.once('exit', () => prometheus.child.kill('SIGKILL'));
  let failures = 0;
  for (const name of asked.length > 0 ? asked : Object.keys(OUTAGES)) {
    if (OUTAGES[name]?.needsSmallDisk && !rest.disk.isMounted) {
      say(`– ${name} was not tried: only root may mount a disk that can be filled`);
      continue;
    }
    await untilCalm(prometheus, targets.length);
    const faults = await pagesOf(name, { members, ...rest }, prometheus);
    say(`${faults.length === 0 ? '✓' : '✗'} ${name}${faults.map((one) => `\n  ${one}`).join('')}`);
    if (faults.length > 0) failures += 1;
  }
  return failures === 0 ? 0 : 1;
});

/**
 * Starts the cluster as `npm run cluster` does, on a new database.
 * @returns {Promise<import('./pages/outages.mjs').Installation>}
 */
async function start() {
  const dataDir = mkdtempSync(join(tmpdir(), 'resq-pages-'));
  chmodSync(dataDir, 0o755);
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const disk = new SmallDisk(dataDir);
  disk.mount();
  atEnd(() => disk.unmount());
  delete process.env.DATABASE_URL;
  delete process.env.DATABASE_OWNER_URL;
  process.env.DATA_DIR = dataDir;
  await ensureSystemPackages({ redis: true, browser: false, proxy: true });
  await install();
  await build();
  await useEmbedded(takeDataDir().dataDir);
  // The database is found by its folder, so its own handler comes first.
  process.once('exit', () => disk.unmount());
  return { disk, ...(await startCluster(`http://localhost:${await freePort()}`)) };
}

/**
 * Starts the probe with the variables of a node, through the proxy.
 * @param {Record<string, string>} env
 * @returns {Promise<string>} the address of its metrics
 */
async function startProbe(env) {
  const METRICS_PORT = String(await freePort());
  const probe = spawn(process.execPath, [join(repository, 'backend/dist/probe.js')], {
    env: { PATH: process.env.PATH, ...env, METRICS_PORT },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  process.once('exit', () => probe.kill('SIGKILL'));
  return `127.0.0.1:${METRICS_PORT}`;
}

/**
 * @param {string} name
 * @param {import('./pages/outages.mjs').Installation} installation
 * @param {Prometheus} prometheus
 * @returns {Promise<string[]>} a sentence for each broken promise
 */
async function pagesOf(name, installation, prometheus) {
  const { pages: right, begin: breakIt } = OUTAGES[name] ?? {};
  if (!right || !breakIt) return [`${name} is no outage`];
  /** @type {Map<string, number>} */
  const pages = new Map();
  let since = Date.now();
  const look = async () => {
    for (const { name: alert, severity, state } of await prometheus.alerts()) {
      if (severity !== 'page' || state !== 'firing' || pages.has(alert)) continue;
      pages.set(alert, Date.now() - since);
      say(`  ${alert} after ${Math.round((Date.now() - since) / 1000)} s`);
    }
  };
  say(`${name}: begins`);
  const breaking = breakIt(installation);
  let isBroken = false;
  breaking.then(
    () => (isBroken = true),
    () => (isBroken = true),
  );
  for (; !isBroken; await sleep(POLL_MS)) await look();
  if (right.length > 0) since = Date.now();
  const end = await breaking;
  // A signal in between must not leave a frozen database behind.
  let isMended = false;
  const mend = async () => {
    if (!isMended) await end();
    isMended = true;
  };
  atEnd(mend);
  try {
    for (const limit = Date.now() + PAGED_MS; Date.now() < limit; await sleep(POLL_MS))
      await look();
  } finally {
    await mend();
  }
  // An end that pages somebody again is noise as well.
  for (const limit = Date.now() + PAGED_MS / 2; Date.now() < limit; await sleep(POLL_MS)) {
    await look();
  }
  const [first, ...others] = [...pages].sort(([, a], [, b]) => a - b);
  if (!first) {
    return right.length > 0 ? [`${right.join(' or ')} did not page`] : [];
  }
  const [alert, atMs] = first;
  return [
    ...(right.includes(alert) ? [] : [`${alert} paged`]),
    ...(atMs > PAGED_MS ? [`${alert} did not page within ${PAGED_MS / 1000} s`] : []),
    ...others.map(([other]) => `${other} paged as well`),
  ];
}

/**
 * Waits until every process is scraped and no page is left of the outage before.
 * @param {Prometheus} prometheus
 * @param {number} targets
 */
async function untilCalm(prometheus, targets) {
  for (const end = Date.now() + CALM_MS; ; await sleep(POLL_MS)) {
    const pages = (await prometheus.alerts()).filter(({ severity }) => severity === 'page');
    const scraped = await prometheus.count('up == 1');
    const ready = await prometheus.count('resq:ready == 1');
    if (pages.length === 0 && scraped === targets && ready === 1) return;
    if (Date.now() > end) throw new Stop(`Not calm: ${JSON.stringify(pages)}, ${scraped} scraped`);
  }
}
