import { Cluster } from './harness/cluster/cluster.js';
import type { KillPoint } from './harness/cluster/node.js';
import type { Pressed } from './harness/clients/press.js';
import { Scene } from './harness/schedule/scene.js';

/** The contract's bound for an alarm while a node is killed. */
const BOUND_MS = 3_000;

let cluster: Cluster;
let scene: Scene;

beforeAll(async () => {
  cluster = await Cluster.start({ nodes: 2 });
});

afterAll(() => cluster.stop());

/** Restarts the first node so that it is killed at that point. */
async function begin(killAt: KillPoint): Promise<void> {
  await cluster.node(0).kill();
  await cluster.node(0).start(killAt);
  scene = await Scene.on(cluster);
}

/**
 * Returns the answers but those of the dead node (0), and of one that is too busy (503). On a slow
 * machine either may come at any attempt, or after the client has given up waiting for it.
 */
const answersOf = ({ statuses }: Pressed): number[] =>
  [...new Set(statuses)].filter((status) => status !== 0 && status !== 503).toSorted();

afterEach(() => scene.close(cluster.node(1).url));

it('an alarm is shown everywhere once, with the same seq for every retry, when the node dies after the commit', async () => {
  await begin('resq:press:after-commit');
  await scene.open(scene.lisa, ...cluster.urls);
  await scene.open(scene.anna, ...cluster.urls.toReversed());
  const pressed = await scene.press(scene.karl, cluster.urls, { boundMs: BOUND_MS });
  await cluster.node(0).died();
  await scene.settled();
  expect(answersOf(pressed)).toEqual([200]);
  const { id, seq } = pressed;
  const again = await scene.press(scene.karl, [cluster.node(1).url], { id });
  expect(again).toMatchObject({ outcome: 'ok', seq, statuses: [200] });
  expect(await scene.violations()).toEqual([]);
});

it('an alarm is shown only after a retry is saved when the node dies before the commit', async () => {
  await begin('resq:press:before-commit');
  await scene.open(scene.lisa, ...cluster.urls);
  const other = await scene.open(scene.anna, ...cluster.urls.toReversed());
  const pressing = scene.press(scene.karl, cluster.urls, { boundMs: BOUND_MS });
  await cluster.node(0).died();
  expect(other.record.shown.filter(({ what }) => what === 'event')).toEqual([]);
  const pressed = await pressing;
  await scene.settled();
  // 201 means that the press was not saved before the retry, and 200 that a retry was saved whose answer
  // came too late.
  expect([[200], [201]]).toContainEqual(answersOf(pressed));
  expect(await scene.violations()).toEqual([]);
});

it('an alarm is shown once by the other node when the first dies before it emits', async () => {
  await begin('resq:pump:before-emit');
  await scene.open(scene.lisa, ...cluster.urls);
  await scene.open(scene.anna, ...cluster.urls.toReversed());
  const pressed = await scene.press(scene.karl, cluster.urls, { boundMs: BOUND_MS });
  await cluster.node(0).died();
  await scene.settled();
  expect(pressed.outcome).toBe('ok');
  expect(await scene.violations()).toEqual([]);
});
