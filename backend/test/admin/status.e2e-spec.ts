import { randomUUID } from 'node:crypto';
import type { SystemPart, SystemPartName, SystemStatus } from '../../src/contract/status.js';
import { deleteProbeAlarms } from '../../src/modules/alarms/history/alarms-retention.js';
import { ProbeBuildingRepository } from '../../src/modules/alarms/probe/probe-building.repository.js';
import { Probe } from '../../src/modules/alarms/probe/probe.js';
import { AccessTokens } from '../../src/modules/auth/sessions/access-tokens.js';
import { PresenceService } from '../../src/modules/buildings/devices/presence.service.js';
import { createLogger } from '../../src/platform/logging.js';
import { Metrics } from '../../src/platform/metrics.js';
import { CONFIG } from '../../src/platform/tokens.js';
import { call, signIn } from '../support/client.js';
import { asOwner } from '../support/create-database.js';
import { subscribe } from '../support/push-calls.js';
import { PushService } from '../support/push-service.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { ARRIVES_MS, promised, until } from '../support/wait-until.js';

/** Each part is failed for real, behind a node that serves the page and beside a worker. */

const SHOWN_MS = 10_000;

/** Users reach the node by it, and the probe. */
let web: TcpProxy;
let redis: TcpProxy;
let push: PushService;
let node: TestApp;
let worker: TestApp | undefined;
let token: string;
let url: string;

beforeAll(async () => {
  redis = await TcpProxy.before(process.env['TEST_REDIS_URL'] ?? '');
  await redis.open();
  push = await PushService.start();
  web = await TcpProxy.to();
  url = `http://127.0.0.1:${web.port}`;
  const env = {
    ...{ REDIS_URL: redis.url, PUSH_TEST_HOST: push.host, PUBLIC_URL: url },
    // The tests ask more often than the page, which asks every two seconds.
    RATE_LIMITS: 'off',
  };
  // Passport is shared by both, and checks sign-ins on the database of the one that starts last.
  worker = await startApp({ env: { ...env, ROLE: 'worker' }, jobs: true });
  const { databaseUrl, clock, dataDir } = worker;
  const api = { ...env, DATA_DIR: dataDir, ROLE: 'api' };
  node = await startApp({ databaseUrl, clock, env: api });
  web.targets.push(Number(new URL(node.url).port));
  token = (await signIn(node, 'admin')).token;
});

afterAll(async () => {
  await worker?.close();
  await node.close();
  await push.close();
  await redis.close();
  await web.close();
});

async function partOf(name: SystemPartName): Promise<SystemPart | undefined> {
  const { status, body } = await call<SystemStatus>(node, 'GET /admin/status', { token });
  expect([status, body]).toEqual([200, { parts: expect.any(Array) }]);
  return body.parts.find(({ part }) => part === name);
}

const untilPart = (name: SystemPartName, state: SystemPart['state'], limitMs = ARRIVES_MS) =>
  until(`${name} is ${state}`, limitMs, async () => (await partOf(name))?.state === state);

it('shows Redis as down within 10 s, and as working again', async () => {
  await untilPart('redis', 'works');
  redis.become('resets');
  await untilPart('redis', 'down', promised(SHOWN_MS));
  expect((await partOf('redis'))?.since).toBe(node.clock.now().toISOString());
  redis.become('clear');
  await untilPart('redis', 'works');
});

it('shows a database that saves nothing as down, and the other parts as unknown', async () => {
  await untilPart('database', 'works');
  await asOwner(node.databaseUrl, (owner) => owner.query('alter table presses rename to gone'));
  await untilPart('database', 'down', promised(SHOWN_MS));
  const { body } = await call<SystemStatus>(node, 'GET /admin/status', { token });
  expect(body.parts.slice(1).map(({ state }) => state)).toEqual(Array(5).fill('unknown'));
  await asOwner(node.databaseUrl, (owner) => owner.query('alter table gone rename to presses'));
  await untilPart('database', 'works');
});

it('counts the nodes that serve users, without one that has had no heartbeat for 7 s', async () => {
  await node.app.get(PresenceService).heartbeat();
  expect(await partOf('nodes')).toEqual({ part: 'nodes', state: 'works', count: 1 });
  const save = (msAgo: number) =>
    node.database.query('insert into nodes (id, alive_at, state) values ($1, $2, $3)', [
      ...[randomUUID(), node.clock.ago(msAgo), { role: 'api' }],
    ]);
  await save(7_000);
  expect((await partOf('nodes'))?.count).toBe(1);
  await save(6_000);
  expect((await partOf('nodes'))?.count).toBe(2);
});

it('shows the push service as down after a push that it did not take', async () => {
  expect(await partOf('push')).toEqual({ part: 'push', state: 'unused' });
  const karl = await signIn(node, 'karl');
  const lisa = await signIn(node, 'lisa');
  const { subscription } = await subscribe(node, push, lisa);
  const raise = () =>
    call(node, `POST /buildings/${karl.buildingId}/alarms`, {
      token: karl.token,
      body: { alarmId: randomUUID(), type: 'fire', separate: true },
    });
  await raise();
  await untilPart('push', 'works');
  subscription.behaviour = { status: 503 };
  await raise();
  await untilPart('push', 'down', promised(SHOWN_MS));
});

it('shows whether a synthetic alarm was heard in the last 45 s', async () => {
  expect(await partOf('probe')).toEqual({ part: 'probe', state: 'unused' });
  const { app, clock, database } = node;
  const tokens = app.get(AccessTokens);
  const probe = new Probe({
    url,
    sign: (userId, sessionId) => tokens.sign(userId, sessionId),
    building: new ProbeBuildingRepository(database, clock),
    metrics: new Metrics(app.get(CONFIG), createLogger('silent')),
    logger: createLogger('silent'),
    clock,
  });
  expect(await probe.round({ connectMs: ARRIVES_MS, receiveMs: ARRIVES_MS })).toMatch(
    /^(heard|late)$/,
  );
  const since = clock.now().toISOString();
  expect(await partOf('probe')).toEqual({ part: 'probe', state: 'works', since });
  clock.step(45_000);
  expect(await partOf('probe')).toEqual({ part: 'probe', state: 'down', since });
  // A probe that stays away loses its alarms within a day.
  await deleteProbeAlarms(database, clock.in(60 * 60_000));
  expect(await partOf('probe')).toEqual({ part: 'probe', state: 'down' });
});

it('shows since when no worker runs and how its last push ended, also when dead nodes are removed', async () => {
  await worker!.app.get(PresenceService).heartbeat();
  await untilPart('worker', 'works');
  const pushes = await partOf('push');
  expect(pushes).toMatchObject({ state: 'down' });
  const since = node.clock.now().toISOString();
  await worker!.close();
  worker = undefined;
  for (const ms of [7_000, 120_000]) {
    node.clock.step(ms);
    await node.app.get(PresenceService).heartbeat();
    expect(await partOf('worker')).toEqual({ part: 'worker', state: 'down', since });
    expect(await partOf('push')).toEqual(pushes);
  }
});
