import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../../../infra/local/percentile.mjs';
import type { Health } from '../../src/contract/http.js';
import { Cluster } from './harness/cluster/cluster.js';
import type { FeedClient } from './harness/clients/feed-client.js';
import { boundOf, measured } from './harness/history/figures.js';
import { call } from './harness/clients/http.js';
import { Scene } from './harness/schedule/scene.js';
import { until } from '../support/wait-until.js';

/** By default ioredis rejects waiting commands after 10 s; unhandled, that would end a process. */
const OUTAGE_MS = 20_000;
const CALM_PRESSES = 20;
const GAP_MS = 300;
/** Allowed for other processes on a busy machine. */
const NOISE_MS = 50;
const REDIS_BACK_MS = 5_000;
const ROW_MS = 2 * 60_000;

let cluster: Cluster;
let scene: Scene;
let near: FeedClient;
let far: FeedClient;

beforeAll(async () => {
  cluster = await Cluster.start({ nodes: 2 });
}, ROW_MS);

afterAll(() => cluster.stop());

beforeEach(async () => {
  scene = await Scene.on(cluster);
  near = await scene.open(scene.lisa, cluster.node(0).url);
  far = await scene.open(scene.anna, cluster.node(1).url);
});

afterEach(async () => {
  await scene.close(cluster.node(0).url);
  await loseNotify(false);
  for (const node of cluster.nodes) expect([node.isAlive, node.crashes]).toEqual([true, []]);
});

const loseNotify = (lost: boolean) =>
  Promise.all(cluster.nodes.map((node) => node.setNotifyLost(lost)));

/** Presses at the first node while `goesOn`. @returns milliseconds from press to shown, by node */
async function pressWhile(goesOn: () => boolean): Promise<{ near: number[]; far: number[] }> {
  const times: { near: number[]; far: number[] } = { near: [], far: [] };
  while (goesOn()) {
    const pressed = await scene.press(scene.karl, [cluster.node(0).url]);
    expect(pressed.statuses).toEqual([201]);
    await scene.settled();
    times.near.push(near.shownMs(pressed));
    times.far.push(far.shownMs(pressed));
    await scene.end(scene.karl, pressed.id, [cluster.node(0).url]);
    await pause(Math.random() * GAP_MS);
  }
  return times;
}

function pressTimes(count: number) {
  let left = count;
  return pressWhile(() => left-- > 0);
}

it.each([
  ['NOTIFY', 'redisAway', false],
  ['polling alone', 'redisAndNotifyAway', true],
] as const)(
  'alarms arrive in time by %s during twenty seconds without Redis',
  async (_by, bound, lost) => {
    await loseNotify(lost);
    const calm = await pressTimes(CALM_PRESSES);
    await cluster.redis.kill();
    const endMs = Date.now() + OUTAGE_MS;
    const away = await pressWhile(() => Date.now() < endMs);
    measured(bound, away.far);
    expect(percentile(away.far, 0.99)).toBeLessThan(boundOf(bound));
    // Tabs at the node of the press need no signal, so they must not become slower.
    expect(percentile(away.near, 0.5)).toBeLessThan(2 * percentile(calm.near, 0.5) + NOISE_MS);
    expect([near.wasLost, far.wasLost]).toEqual([false, false]);
    await cluster.redis.start();
    await pressTimes(1);
    expect(await scene.violations()).toEqual([]);
  },
  ROW_MS,
);

it(
  'a node that starts before Redis receives signals through Redis once it runs',
  async () => {
    const late = cluster.node(1);
    await cluster.redis.kill();
    await late.kill();
    await late.start();
    await cluster.redis.start();
    await until('both nodes are connected to Redis', REDIS_BACK_MS, async () => {
      const asked = cluster.urls.map((url) => call<Health>(url, 'GET', '/health/ready'));
      return (await Promise.all(asked)).every(({ body }) => body.parts['redis'] === 'up');
    });
    await until('the tab is connected again', REDIS_BACK_MS, () => far.isConnected);
    await loseNotify(true);
    const { far: times } = await pressTimes(CALM_PRESSES);
    // Polling alone would need half a second in the median.
    expect(percentile(times, 0.8)).toBeLessThan(boundOf('notifyLost'));
  },
  ROW_MS,
);
