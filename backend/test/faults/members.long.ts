import { Cluster } from './harness/cluster/cluster.js';
import { boundOf, measured } from './harness/history/figures.js';
import { call } from './harness/clients/http.js';
import { Scene } from './harness/schedule/scene.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { expiring } from './harness/clients/tokens.js';
import { until } from '../support/wait-until.js';

/** The server pings every 10 s and waits 5 s for the answer. */
const HALF_OPEN_MS = boundOf('halfOpen');
/** Allowed for the timers of two processes on a busy machine. */
const SLACK_MS = 1_500;
const BACK_MS = 3_000;
const TOKEN_MS = 3_000;

let cluster: Cluster;
let scene: Scene;

beforeAll(async () => {
  cluster = await Cluster.start({ nodes: 2 });
}, 60_000);

afterAll(() => cluster.stop());

beforeEach(async () => {
  scene = await Scene.on(cluster);
  await scene.open(scene.anna, cluster.node(1).url);
});

afterEach(() => scene.close(cluster.node(0).url));

it('an alarm is not shown to a member who was removed by SQL a moment before the press', async () => {
  const revoked = [
    await scene.open(scene.lisa, cluster.node(0).url),
    await scene.open(scene.lisa, cluster.node(1).url),
  ];
  await scene.press(scene.karl, cluster.urls);
  await scene.settled();
  const setStatus = (status: string): Promise<unknown> =>
    cluster.database.query('update memberships set status = $2 where id = $1', [
      scene.lisa.membershipId,
      status,
    ]);
  await setStatus('revoked');
  const lastSeq = await scene.head();
  for (const { record } of revoked) record.lastSeq = lastSeq;
  try {
    await scene.press(scene.karl, cluster.urls);
    const members = scene.clients.filter((client) => !revoked.includes(client));
    await scene.settled(members);
    for (const client of revoked) {
      await until('the tab receives building:left', BACK_MS, () =>
        client.hasReceived('building:left'),
      );
    }
    expect(await scene.violations()).toEqual([]);
  } finally {
    await setStatus('active');
  }
});

it('a connection is closed when its token expires, and its tab misses no alarm', async () => {
  const { token, endsAtMs } = expiring(scene.lisa.token, cluster.signingKey(), TOKEN_MS);
  const lisa = { ...scene.lisa, token };
  const tab = await scene.open(lisa, cluster.node(0).url);
  await scene.press(scene.karl, cluster.urls);
  await scene.settled();
  await until('the connection is closed', TOKEN_MS + boundOf('tokenOver'), () =>
    tab.hasReceived('session:end'),
  );
  const closedAtMs = Date.now();
  measured('tokenOver', [closedAtMs - endsAtMs]);
  expect(closedAtMs).toBeGreaterThanOrEqual(endsAtMs);
  const { status } = await call(cluster.node(0).url, 'GET', '/auth/me', { token });
  expect(status).toBe(401);
  await scene.press(scene.karl, cluster.urls, { boundMs: HALF_OPEN_MS });
  await until('the tab is connected with a new token', HALF_OPEN_MS, () => tab.isConnected);
  tab.record.away.push({ fromMs: closedAtMs, toMs: Date.now() });
  expect(lisa.token).not.toBe(token);
  await scene.settled();
  await scene.press(scene.karl, cluster.urls);
  await scene.settled();
  expect(await scene.violations()).toEqual([]);
});

it('a silent network is noticed within fifteen seconds, and the tab catches up in order', async () => {
  const wire = await TcpProxy.to(cluster.node(0).port);
  const tab = await scene.open(scene.lisa, `http://127.0.0.1:${wire.port}`);
  const fromMs = Date.now();
  wire.become('black-hole');
  for (const type of ['fire', 'medical', 'other'] as const) {
    await scene.press(scene.karl, cluster.urls, { type, boundMs: BACK_MS });
  }
  await until('the tab disconnects', HALF_OPEN_MS + SLACK_MS, () => !tab.isConnected);
  measured('halfOpen', [Date.now() - fromMs]);
  expect(tab.hasShown(await scene.head())).toBe(false);
  wire.become('clear');
  tab.record.away.push({ fromMs, toMs: Date.now() });
  await scene.settled();
  const kinds = tab.record.shown.flatMap((shown) => (shown.what === 'event' ? [shown.kind] : []));
  // The connection was silent for about as long as the first step of an escalation takes.
  expect(kinds.filter((kind) => kind !== 'escalated')).toEqual(['raised', 'raised', 'raised']);
  expect(await scene.violations()).toEqual([]);
  await wire.close();
}, 60_000);
