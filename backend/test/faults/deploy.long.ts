import { writeSync } from 'node:fs';
import { READINESS } from '../../../frontend/src/features/readiness/readiness.copy.js';
import { Cluster } from './harness/cluster/cluster.js';
import { boundOf, measured } from './harness/history/figures.js';
import { signIn } from './harness/clients/http.js';
import type { FaultNode } from './harness/cluster/node.js';
import {
  buildPrevious,
  previousCommit,
  type PreviousBuild,
} from './harness/cluster/previous-build.js';
import { openBrowser, RealTab } from './harness/clients/real-tab.js';
import { Scene } from './harness/schedule/scene.js';
import { timed, until } from '../support/wait-until.js';

/** The number of presses before the first replacement and after each one. */
const PRESSES_EACH = 6;
/** A node must stop within this time; docker-compose.yml kills it after 20 s. */
const LEAVES_MS = 15_000;
const SHOWN_MS = 15_000;
const ROW_MS = 3 * 60_000;

const before = previousCommit();
if (!before) {
  writeSync(1, 'NOT RUN: two builds side by side. The history of the repository is missing.\n');
}

let previous: PreviousBuild | undefined;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let cluster: Cluster;
let scene: Scene;
let tab: RealTab;
let count = 0;

beforeAll(async () => {
  browser = await openBrowser();
  if (before) previous = buildPrevious(before);
}, ROW_MS);

afterAll(async () => {
  await browser.close();
  previous?.remove();
});

beforeEach(async () => {
  cluster = await Cluster.start({ nodes: 2 });
}, ROW_MS);

afterEach(async () => {
  scene.clients.forEach((client) => client.close());
  await tab.page.context().close();
  await cluster.stop();
});

/** Opens feed clients at both nodes, one of another building, and a real tab at the first node. */
async function open(): Promise<void> {
  const [first, second] = cluster.urls as [string, string];
  scene = await Scene.on(cluster);
  await scene.open(scene.lisa, first, second);
  await scene.open(scene.karl, first, second);
  await scene.open(scene.anna, second, first);
  await scene.open(await signIn(second, 'otto', cluster.origin), first, second);
  const [port] = cluster.proxy.targets.splice(1);
  tab = await RealTab.open(browser, cluster.origin, 'lisa');
  cluster.proxy.targets.push(port!);
}

interface Read {
  /** Milliseconds from the press until the real tab showed the alarm. */
  tookMs: number;
  /** The HTTP status of each attempt. */
  statuses: number[];
}

/** Presses once, at alternating nodes, waits until the real tab shows the alarm, and ends it. */
async function pressInTurn(): Promise<Read> {
  const place = `P${(count += 1)}`;
  const urls = count % 2 ? cluster.urls : cluster.urls.toReversed();
  const { id, sentAtMs, statuses } = await scene.press(scene.karl, urls, {
    place,
    boundMs: boundOf('drained'),
  });
  await until(`the tab shows ${place}`, SHOWN_MS, () => tab.shownAtMs.has(place));
  await scene.end(scene.karl, id, urls);
  return { tookMs: tab.shownAtMs.get(place)! - sentAtMs, statuses };
}

/** Presses while no node is replaced, and expects that every attempt succeeds. */
async function pressSome(): Promise<Read[]> {
  const reads: Read[] = [];
  for (let n = 0; n < PRESSES_EACH; n += 1) reads.push(await pressInTurn());
  const statuses = new Set(reads.flatMap((read) => read.statuses));
  expect([200, 201]).toEqual(expect.arrayContaining([...statuses]));
  return reads;
}

/** Stops a node as a supervisor does and starts the current build in its place, while pressing. */
async function replace(node: FaultNode): Promise<Read[]> {
  const reads: Read[] = [];
  let replacing = true;
  const pressing = (async () => {
    while (replacing) reads.push(await pressInTurn());
  })();
  const leftMs = await timed(() => node.kill('SIGTERM'));
  await until('the tab is up to date again', SHOWN_MS, () => tab.awayMs().every(Number.isFinite));
  node.backend = cluster.node(1).backend;
  await node.start();
  replacing = false;
  await pressing;
  expect(leftMs).toBeLessThan(LEAVES_MS);
  return reads;
}

async function expectNothingLost(): Promise<void> {
  const reads = [...(await pressSome()), ...(await replace(cluster.node(0)))];
  // The tab is connected to the other node now.
  const [away, ...more] = tab.awayMs();
  expect(more).toEqual([]);
  expect(away).toBeLessThan(boundOf('drained'));
  reads.push(...(await pressSome()), ...(await replace(cluster.node(1))));
  expect(tab.awayMs()).toHaveLength(2);
  reads.push(...(await pressSome()));
  const tookMs = reads.map((read) => read.tookMs);
  measured('drained', tookMs);
  measured('away', tab.awayMs());
  expect(Math.max(...tookMs)).toBeLessThan(boundOf('drained'));
  // The tab reconnected before its bar showed that it was offline.
  expect([...tab.bars]).not.toContain(READINESS.connection.reconnecting);
  expect(tab.doubled).toBe(0);
  await scene.settled(scene.clients.filter(({ person }) => person.name !== 'otto'));
  expect(scene.history.presses.map(({ outcome }) => outcome)).not.toContain('unknown');
  expect(await scene.violations()).toEqual([]);
  for (const node of cluster.nodes) expect(node.crashes).toEqual([]);
}

it(
  'no alarm is lost while the nodes are replaced one after the other',
  async () => {
    await open();
    await expectNothingLost();
  },
  ROW_MS,
);

(before ? it : it.skip)(
  'no alarm is lost while a node of the previous build runs on the new schema and is replaced',
  async () => {
    const old = cluster.node(0);
    await old.kill();
    old.backend = previous!.backend;
    await old.start();
    await open();
    await expectNothingLost();
  },
  ROW_MS,
);
