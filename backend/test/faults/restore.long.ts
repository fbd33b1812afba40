import { timed, until } from '../support/wait-until.js';
import { Cluster } from './harness/cluster/cluster.js';
import { OwnPostgres } from './harness/cluster/postgres.js';
import type { FeedClient } from './harness/clients/feed-client.js';
import { openBrowser, RealTab } from './harness/clients/real-tab.js';
import { boundOf, measured } from './harness/history/figures.js';
import { Scene } from './harness/schedule/scene.js';

/** The database comes back without its last commits; the nodes and tabs have seen them. */

const RESTORED_MS = boundOf('restored');
const RESTARTED_MS = boundOf('restarted');
const SHOWN_MS = 5_000;
const POLLED_IN_VAIN = 8;
const ROW_MS = 5 * 60_000;
const postgres = new OwnPostgres();
let cluster: Cluster;
let scene: Scene;
let browser: Awaited<ReturnType<typeof openBrowser>> | undefined;

beforeAll(async () => {
  await postgres.start();
  cluster = await Cluster.start({ nodes: 2, postgres });
}, ROW_MS);

afterAll(async () => {
  await browser?.close();
  await cluster.stop();
  await postgres.stop();
});

beforeEach(async () => {
  scene = await Scene.on(cluster);
});

afterEach(() => scene.close(cluster.node(0).url));

/** Raises alarms at both nodes in turn, and ends each once these tabs show it. */
async function raiseAndEnd(count: number, tabs: FeedClient[] = []): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const { id, outcome } = await scene.press(scene.karl, [cluster.urls[n % 2] ?? '']);
    expect(outcome).toBe('ok');
    await until('every tab shows the alarm', SHOWN_MS, () =>
      tabs.every(({ activeIds }) => activeIds.includes(id)),
    );
    await scene.end(scene.karl, id, cluster.urls);
  }
}

it.each([
  ['a standby is promoted that lacks the last commits', () => postgres.promote()],
  ['the disk of an earlier moment is put back', () => postgres.putBack()],
])(
  'every tab starts over within 2 s and shows every later alarm when %s',
  async (_what, replace) => {
    const tabs = [
      await scene.open(scene.lisa, cluster.node(0).url),
      await scene.open(scene.anna, cluster.node(1).url),
    ];
    await raiseAndEnd(2);
    await postgres.save();
    await raiseAndEnd(5);
    await scene.settled();
    const { epoch } = tabs[0]?.cursor ?? {};
    await replace();
    const tookMs = await timed(() =>
      until('every tab is in the new epoch', 10 * RESTORED_MS, () =>
        tabs.every(({ cursor }) => cursor && cursor.epoch !== epoch),
      ),
    );
    measured('restored', [tookMs]);
    expect(tookMs).toBeLessThan(RESTORED_MS);
    expect(new Set(tabs.map(({ cursor }) => cursor?.epoch)).size).toBe(1);
    // Twice as many events as were lost, so that every lost number comes again. Each node may begin an
    // epoch, and the second one brings an alarm as part of a state.
    await raiseAndEnd(10, tabs);
    await scene.settled(tabs, SHOWN_MS);
    for (const { log } of cluster.nodes) {
      const lines = log.filter(
        ({ msg }) => msg === 'the database was restored: a new epoch begins',
      );
      expect(lines.length).toBeLessThanOrEqual(2);
    }
    const said = cluster.nodes
      .flatMap(({ log }) => log)
      .filter(({ msg }) => msg?.includes('restored'));
    expect(said.length).toBeGreaterThan(0);
  },
  ROW_MS,
);

it(
  'every tab, also one in a browser, is in the new epoch within 2 s of the first ready node',
  async () => {
    browser = await openBrowser();
    const real = await RealTab.open(browser, cluster.origin, 'lisa');
    const tabs = [
      await scene.open(scene.anna, cluster.origin),
      await scene.open(scene.karl, cluster.origin),
    ];
    const { epoch } = tabs[0]?.cursor ?? {};
    await raiseAndEnd(1);
    await postgres.save();
    await raiseAndEnd(2);
    await scene.settled();
    const known = [...real.epochs.keys()];
    expect(known).toContain(epoch);
    for (const node of cluster.nodes) await node.kill('SIGTERM');
    await postgres.promote();
    // A restore takes minutes, and the socket of a browser then waits for seconds between two attempts.
    await until('a tab has polled in vain', ROW_MS, () => real.unanswered > POLLED_IN_VAIN);
    const [first, second] = cluster.nodes;
    await first?.start();
    const readyAtMs = Date.now();
    const newOf = () => [...real.epochs].find(([one]) => !known.includes(one));
    await until('every tab is in the new epoch', 10 * RESTARTED_MS, () =>
      [...tabs.map(({ cursor }) => cursor?.epoch !== epoch), newOf() !== undefined].every(Boolean),
    );
    const tookMs = Date.now() - readyAtMs;
    measured('restarted', [tookMs]);
    expect(tookMs).toBeLessThan(RESTARTED_MS);
    expect(new Set(tabs.map(({ cursor }) => cursor?.epoch))).toEqual(new Set([newOf()?.[0]]));
    await second?.start();
    const { id } = await scene.press(scene.anna, cluster.urls, { place: 'P1' });
    await until('every tab shows the next alarm', SHOWN_MS, () =>
      [...tabs.map(({ activeIds }) => activeIds.includes(id)), real.shownAtMs.has('P1')].every(
        Boolean,
      ),
    );
  },
  ROW_MS,
);
