import { Cluster } from './harness/cluster/cluster.js';
import { FeedClient } from './harness/clients/feed-client.js';
import { boundOf, measured } from './harness/history/figures.js';
import { call, type Person } from './harness/clients/http.js';
import { countListening, dropListening } from './harness/cluster/listening.js';
import { OwnPostgres } from './harness/cluster/postgres.js';
import { Scene } from './harness/schedule/scene.js';
import { timed, until } from '../support/wait-until.js';

/** A press is refused rather than left waiting, so that the sender calls 112 in time. */
const REFUSED_MS = boundOf('refused');
const RECOVERED_MS = boundOf('back');
/** Without Redis and NOTIFY, only polling finds an alarm. */
const LOOK_MS = 1_200;

const postgres = new OwnPostgres();
let cluster: Cluster;
let scene: Scene;

beforeAll(async () => {
  await postgres.start();
  cluster = await Cluster.start({ nodes: 2, postgres, redis: false });
}, 60_000);

afterAll(async () => {
  await cluster.stop();
  await postgres.stop();
});

async function begin(): Promise<void> {
  scene = await Scene.on(cluster);
  await scene.open(scene.lisa, cluster.node(0).url);
  await scene.open(scene.anna, cluster.node(1).url);
}

afterEach(() => scene.close(cluster.node(1).url));

async function pressOnce(url: string, person: Person): Promise<number> {
  const path = `/buildings/${person.buildingId}/alarms`;
  const body = { alarmId: crypto.randomUUID(), type: 'fire' };
  const { status } = await call(url, 'POST', path, { token: person.token, body });
  return status;
}

it('every press is saved once through a crash of the database, and the nodes recover by themselves', async () => {
  await begin();
  const early = Array.from({ length: 6 }, (_, n) =>
    scene.press(n % 2 ? scene.karl : scene.lisa, cluster.urls, { boundMs: RECOVERED_MS }),
  );
  await postgres.crash();
  for (const url of cluster.urls) {
    const tookMs = await timed(async () => expect(await pressOnce(url, scene.karl)).toBe(503));
    measured('refused', [tookMs]);
    expect(tookMs).toBeLessThan(REFUSED_MS);
    // A client that connects meanwhile is refused, and connects later.
    const comer = new FeedClient(`comer ${url}`, scene.karl, [url], scene.history);
    scene.clients.push(comer);
    await until('the client is refused', REFUSED_MS, () => comer.wasLost);
  }
  const late = scene.press(scene.karl, cluster.urls, { boundMs: LOOK_MS });
  await postgres.start();
  const tookMs = await timed(() => late);
  measured('back', [tookMs]);
  expect(tookMs).toBeLessThan(RECOVERED_MS);
  const presses = [...(await Promise.all(early)), await late];
  await scene.settled();
  expect(presses.map(({ outcome }) => outcome)).toEqual(presses.map(() => 'ok'));
  expect(await scene.violations()).toEqual([]);
  expect(cluster.nodes.map(({ isAlive }) => isAlive)).toEqual([true, true]);
}, 60_000);

it('a press is answered with 503 within three seconds while the database does not respond', async () => {
  await begin();
  cluster.databaseWire.become('black-hole');
  try {
    const tookMs = await timed(async () =>
      expect(await pressOnce(cluster.node(0).url, scene.karl)).toBe(503),
    );
    measured('refused', [tookMs]);
    expect(tookMs).toBeLessThan(REFUSED_MS);
  } finally {
    cluster.databaseWire.become('clear');
  }
  const pressed = await scene.press(scene.karl, cluster.urls, { boundMs: RECOVERED_MS });
  expect(pressed.outcome).toBe('ok');
  expect(pressed.answeredAtMs).toBeLessThan(pressed.sentAtMs + RECOVERED_MS);
}, 60_000);

it('a node that wakes up saves no press whose sender has given up, and then saves new ones', async () => {
  await begin();
  const node = cluster.node(0);
  const id = crypto.randomUUID();
  const raise = (signal: AbortSignal): Promise<unknown> =>
    fetch(`${node.url}/api/buildings/${scene.karl.buildingId}/alarms`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${scene.karl.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ alarmId: id, type: 'fire', separate: true }),
      signal,
    });
  node.freeze();
  await expect(raise(AbortSignal.timeout(REFUSED_MS + 500))).rejects.toThrow();
  node.thaw();
  const pressed = await scene.press(scene.lisa, [node.url], { boundMs: RECOVERED_MS });
  expect(pressed.outcome).toBe('ok');
  const { rows } = await cluster.database.query('select 1 from presses where id = $1', [id]);
  expect(rows).toEqual([]);
}, 60_000);

it('an alarm is shown within the bound of polling while LISTEN is cut, and both nodes listen again', async () => {
  await begin();
  const bothListen = async (): Promise<boolean> => (await countListening(cluster)) >= 2;
  await until('both nodes listen', RECOVERED_MS, bothListen);
  await dropListening(cluster);
  await scene.press(scene.karl, [cluster.node(0).url], { boundMs: LOOK_MS });
  await scene.settled();
  await until('both nodes listen again', RECOVERED_MS, bothListen);
  expect(await scene.violations()).toEqual([]);
}, 60_000);

it('a node that starts before its database becomes ready by itself', async () => {
  await begin();
  const [, node] = cluster.nodes;
  await node!.kill();
  await cluster.databaseWire.close();
  node!.spawn();
  await until(
    'the node reports that it is not ready',
    10_000,
    async () => (await node!.health()) === 503,
  );
  await cluster.databaseWire.open();
  await node!.untilReady(RECOVERED_MS);
  const pressed = await scene.press(scene.karl, [node!.url], { boundMs: RECOVERED_MS });
  expect(pressed.outcome).toBe('ok');
  await scene.settled();
  expect(await scene.violations()).toEqual([]);
}, 60_000);
