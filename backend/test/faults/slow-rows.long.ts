import { setTimeout as pause } from 'node:timers/promises';
import { Cluster } from './harness/cluster/cluster.js';
import { boundOf, measured } from './harness/history/figures.js';
import { call } from './harness/clients/http.js';
import { Scene } from './harness/schedule/scene.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { until } from '../support/wait-until.js';

/** Rows with bounds of half a minute and more. */
const MINUTE_MS = 60_000;
const ROW_MS = 3 * MINUTE_MS;
/** The sweep closes connections of ended sign-ins this often. */
const SWEEP_MS = boundOf('signedOutSwept');
const SLACK_MS = 2_000;
const CLOCK_SHIFT_MS = 5 * MINUTE_MS;

let cluster: Cluster;
let scene: Scene;

beforeAll(async () => {
  cluster = await Cluster.start({ nodes: 2 });
}, MINUTE_MS);

afterAll(() => cluster.stop());

beforeEach(async () => {
  scene = await Scene.on(cluster);
  await scene.open(scene.anna, cluster.node(1).url);
});

afterEach(async () => {
  await scene.close(cluster.node(1).url);
  for (const node of cluster.nodes) expect(node.crashes).toEqual([]);
});

it(
  'a sign-in that ends with every signal lost is refused at once, and its connection is closed',
  async () => {
    const tab = await scene.open(scene.lisa, cluster.node(0).url);
    const { token, userId } = scene.lisa;
    const sinceMs = Date.now();
    await cluster.database.query('update auth_sessions set ended_at = now() where user_id = $1', [
      userId,
    ]);
    const { status } = await call(cluster.node(1).url, 'GET', '/auth/me', { token });
    expect(status).toBe(401);
    await until('the sweep closes the connection', SWEEP_MS + SLACK_MS, () =>
      tab.hasReceived('session:end'),
    );
    measured('signedOutSwept', [Date.now() - sinceMs]);
  },
  ROW_MS,
);

it(
  'a tab catches up in order after a minute in a black hole, and an ended alarm is not active in it',
  async () => {
    const wire = await TcpProxy.to(cluster.node(0).port);
    const tab = await scene.open(scene.lisa, `http://127.0.0.1:${wire.port}`);
    const fromMs = Date.now();
    wire.become('black-hole');
    const over = await scene.press(scene.karl, cluster.urls);
    const body = { outcome: 'resolved' };
    const { token } = scene.karl;
    await call(cluster.node(1).url, 'POST', `/alarms/${over.id}/end`, { token, body });
    const active = await scene.press(scene.karl, cluster.urls, { type: 'medical' });
    await pause(MINUTE_MS);
    wire.become('clear');
    tab.record.away.push({ fromMs, toMs: Date.now() });
    await scene.settled();
    expect(tab.activeIds).toEqual([active.id]);
    expect(await scene.violations()).toEqual([]);
    await wire.close();
  },
  ROW_MS,
);

it.each([CLOCK_SHIFT_MS, -CLOCK_SHIFT_MS])(
  'a node whose clock is wrong by %i ms gives alarms the right expiry, and no alarm is lost',
  async (shiftMs) => {
    const node = cluster.node(0);
    await node.kill();
    node.env['RESQ_CLOCK_SHIFT_MS'] = String(shiftMs);
    await node.start();
    try {
      await scene.open(scene.lisa, node.url);
      for (let n = 0; n < 6; n += 1) {
        const { answer } = await scene.press(scene.karl, [cluster.urls[n % 2] ?? '']);
        const lifeMs = Date.parse(answer?.alarm.expiresAt ?? '') - Date.now();
        expect(Math.abs(lifeMs - MINUTE_MS * 60)).toBeLessThan(SLACK_MS);
      }
      await scene.settled();
      expect(await scene.violations()).toEqual([]);
    } finally {
      await node.kill();
      delete node.env['RESQ_CLOCK_SHIFT_MS'];
      await node.start();
    }
  },
  ROW_MS,
);
