import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../support/wait-until.js';
import { Cluster } from './harness/cluster/cluster.js';
import { Scene } from './harness/schedule/scene.js';

/** The nodes are killed around a step of the escalation. It follows once, as soon as one runs. */

const STEPS_MS = [15_000, 30_000, 60_000] as const;
/** A poll comes every half second. */
const LATE_MS = 500;
/** A claim that a killed node leaves behind lasts this long. */
const CLAIM_MS = 3_000;
/** For a change on a machine that also starts nodes. */
const NOISE_MS = 1_000;
const ROW_MS = 120_000;

let cluster: Cluster;
let scene: Scene;
let raisedAtMs: number;

beforeAll(async () => {
  cluster = await Cluster.start({ nodes: 2, redis: false });
}, ROW_MS);

afterAll(() => cluster.stop());

beforeEach(async () => {
  await Promise.all(cluster.nodes.filter(({ isAlive }) => !isAlive).map((node) => node.start()));
  scene = await Scene.on(cluster);
}, ROW_MS);

afterEach(() => scene.close(cluster.node(1).url));

async function press(): Promise<void> {
  await scene.press(scene.karl, cluster.urls);
  const { events } = await scene.saved();
  raisedAtMs = events.find(({ kind }) => kind === 'raised')?.atMs ?? 0;
}

const killAll = () => Promise.all(cluster.nodes.map((node) => node.kill()));

/** Waits until that many steps are saved. @returns how late each was, after the press */
async function stepsMs(count: number): Promise<number[]> {
  let steps: number[] = [];
  await until(`${count} steps`, STEPS_MS[2], async () => {
    const { events } = await scene.saved();
    steps = events.filter(({ kind }) => kind === 'escalated').map(({ atMs }) => atMs - raisedAtMs);
    return steps.length >= count;
  });
  return steps;
}

it(
  'each step follows once at its time when all nodes are killed before the first one',
  async () => {
    await scene.open(scene.lisa, ...cluster.urls);
    await press();
    await pause(raisedAtMs + 14_000 - Date.now());
    await killAll();
    await Promise.all(cluster.nodes.map((node) => node.start()));
    const readyMs = Date.now() - raisedAtMs;
    const [first = 0, second = 0, ...more] = await stepsMs(2);
    expect(first).toBeGreaterThanOrEqual(STEPS_MS[0]);
    expect(first).toBeLessThanOrEqual(Math.max(STEPS_MS[0], readyMs) + LATE_MS + NOISE_MS);
    expect(second).toBeGreaterThanOrEqual(STEPS_MS[1]);
    expect(second).toBeLessThanOrEqual(STEPS_MS[1] + LATE_MS + NOISE_MS);
    expect(more).toEqual([]);
    await scene.settled();
    expect(await scene.violations()).toEqual([]);
  },
  ROW_MS,
);

it(
  'a step follows once when the node that claimed it is killed before it is saved',
  async () => {
    await killAll();
    const [claimer, heir] = [cluster.node(0), cluster.node(1)];
    await claimer.start('resq:escalation:claimed');
    await press();
    await claimer.died();
    const claimedMs = Date.now() - raisedAtMs;
    await heir.start();
    const readyMs = Date.now() - raisedAtMs;
    await scene.open(scene.lisa, heir.url);
    const [first = 0, ...more] = await stepsMs(1);
    expect(first).toBeGreaterThanOrEqual(STEPS_MS[0]);
    expect(first).toBeLessThanOrEqual(Math.max(claimedMs + CLAIM_MS, readyMs) + LATE_MS + NOISE_MS);
    expect(more).toEqual([]);
    await scene.settled();
    expect(await scene.violations()).toEqual([]);
  },
  ROW_MS,
);
