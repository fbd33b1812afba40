import { Cluster } from './harness/cluster/cluster.js';
import type { FeedClient } from './harness/clients/feed-client.js';
import { boundOf, measured } from './harness/history/figures.js';
import { call, signIn } from './harness/clients/http.js';
import { Scene } from './harness/schedule/scene.js';
import { promised, timed, until } from '../support/wait-until.js';

/** Without Redis's signal the other node finds an alarm by NOTIFY or by polling every second. */
const WITHOUT_REDIS_MS = 1_200;
const HINT_MS = promised(boundOf('signedOut'));

let cluster: Cluster;
let scene: Scene;
let near: FeedClient;
let far: FeedClient;

beforeAll(async () => {
  cluster = await Cluster.start({ nodes: 2 });
});

afterAll(() => cluster.stop());

beforeEach(async () => {
  scene = await Scene.on(cluster);
  near = await scene.open(scene.lisa, cluster.node(0).url);
  far = await scene.open(scene.anna, cluster.node(1).url);
});

afterEach(() => scene.close(cluster.node(0).url));

async function pressThrice(): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    const { outcome } = await scene.press(scene.karl, [cluster.node(0).url], {
      boundMs: WITHOUT_REDIS_MS,
    });
    expect(outcome).toBe('ok');
  }
  await scene.settled();
  expect(await scene.violations()).toEqual([]);
}

/** A failure of Redis may not end a process or cause an unhandled rejection. */
function expectUnharmed(): void {
  for (const node of cluster.nodes) {
    expect([node.isAlive, node.crashes]).toEqual([true, []]);
  }
  expect([near.isConnected, far.isConnected]).toEqual([true, true]);
}

it('an alarm arrives everywhere while Redis is dead, and after it is started empty', async () => {
  await pressThrice();
  await cluster.redis.kill();
  await pressThrice();
  await cluster.redis.start();
  await pressThrice();
  expectUnharmed();
});

it('an alarm arrives everywhere while Redis is frozen', async () => {
  cluster.redis.freeze();
  try {
    await pressThrice();
  } finally {
    cluster.redis.thaw();
  }
  await pressThrice();
  expectUnharmed();
});

it('an alarm arrives everywhere after Redis was emptied, and signing out still closes connections', async () => {
  await cluster.redis.flush();
  await pressThrice();
  for (const name of ['anna', 'karl', 'lisa']) {
    const { cookie, ...person } = await signIn(cluster.node(0).url, name, cluster.origin);
    const tab = await scene.open({ cookie, ...person }, cluster.node(1).url);
    const headers = { cookie, origin: cluster.origin, 'x-resq': '1' };
    const tookMs = await timed(async () => {
      await call(cluster.node(0).url, 'POST', '/auth/sign-out', { body: {}, headers });
      await until('the other node closes the connection', HINT_MS, () =>
        tab.hasReceived('session:end'),
      );
    });
    measured('signedOut', [tookMs]);
  }
  expectUnharmed();
});
