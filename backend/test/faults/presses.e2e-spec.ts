import { randomUUID } from 'node:crypto';
import { Cluster } from './harness/cluster/cluster.js';
import type { Pressed } from './harness/clients/press.js';
import { Scene } from './harness/schedule/scene.js';

/**
 * Both are more than two changes of a member at a node, so some are refused and come again. A hundred each
 * second leave a slow machine no time for those that may wait.
 */
const CROWD = process.env['TEST_WITHOUT_BOUNDS'] ? 12 : 100;

let cluster: Cluster;
let scene: Scene;

beforeAll(async () => {
  cluster = await Cluster.start({ nodes: 2 });
});

afterAll(() => cluster.stop());

beforeEach(async () => {
  scene = await Scene.on(cluster);
  await scene.open(scene.lisa, cluster.node(0).url);
  await scene.open(scene.anna, cluster.node(1).url);
});

afterEach(() => scene.close(cluster.node(0).url));

/** A press that waits too long for the stream's lock may get 503; no other error may occur. */
function expectNothingBroken(presses: Pressed[]): void {
  const statuses = new Set(presses.flatMap((press) => press.statuses));
  expect([200, 201, 503]).toEqual(expect.arrayContaining([...statuses]));
}

const from = (n: number): string[] => (n % 2 ? cluster.urls : cluster.urls.toReversed());

it('one press sent fifty times over two nodes is one alarm with one answer', async () => {
  const id = randomUUID();
  const presses = await Promise.all(
    Array.from({ length: 50 }, (_, n) => scene.press(scene.karl, from(n), { id })),
  );
  await scene.settled();
  expectNothingBroken(presses);
  expect(new Set(presses.map(({ seq }) => seq)).size).toBe(1);
  const raised = presses.filter(({ statuses }) => statuses.includes(201)).length;
  // It is none where a retry of the press that raised the alarm was answered before the press itself.
  expect(raised).toBeLessThanOrEqual(1);
  for (const { record } of scene.clients) {
    // A tab whose connection ended meanwhile reads it as a state, which the checker looks for.
    expect(record.shown.filter(({ what }) => what === 'event').length).toBeLessThanOrEqual(1);
  }
  expect(await scene.violations()).toEqual([]);
});

it('two types pressed by two members at once are two alarms in the same order everywhere', async () => {
  const types = ['fire', 'medical'] as const;
  const presses = await Promise.all(
    Array.from({ length: CROWD }, (_, n) => {
      const [person, type] = n % 2 ? [scene.karl, types[0]] : [scene.lisa, types[1]];
      return scene.press(person, from(n >> 1), { type, separate: false });
    }),
  );
  await scene.settled();
  expectNothingBroken(presses);
  const raised = presses.filter(({ answer }) => answer?.merged === false);
  expect(raised).toHaveLength(2);
  expect(new Set(presses.map(({ seq }) => seq)).size).toBeGreaterThan(1);
  const orders = scene.clients.map(({ record }) =>
    record.shown.flatMap((shown) =>
      shown.what === 'event' ? [`${shown.seq} ${shown.alarmId}`] : [],
    ),
  );
  expect(orders[0]).toEqual(orders[1]);
  expect(await scene.violations()).toEqual([]);
});
