import { AccessTokens } from '../../src/modules/auth/sessions/access-tokens.js';
import { ReadinessService } from '../../src/modules/buildings/devices/readiness.service.js';
import { ProbeBuildingRepository } from '../../src/modules/alarms/probe/probe-building.repository.js';
import { Probe } from '../../src/modules/alarms/probe/probe.js';
import type { AdministeredBuilding } from '../../src/contract/http.js';
import { createLogger } from '../../src/platform/logging.js';
import { Metrics } from '../../src/platform/metrics.js';
import { PROBE_BUILDING_ID } from '../../src/platform/probe-building.js';
import { CONFIG } from '../../src/platform/tokens.js';
import { call, signIn } from '../support/client.js';
import { followOnly, lookAtNothing } from '../support/signals.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { ARRIVES_MS } from '../support/wait-until.js';

/** The probe's alarms go the way of every alarm, and leave nothing in lists, counts and logs. */

const HOUR_MS = 60 * 60_000;
const LONG_LIMITS = { connectMs: ARRIVES_MS, receiveMs: ARRIVES_MS };

let app: TestApp;
let proxy: TcpProxy;
/** The proxy's address, as users would open it. */
let url: string;
let metrics: Metrics;
let probe: Probe;

beforeAll(async () => {
  proxy = await TcpProxy.to();
  url = `http://127.0.0.1:${proxy.port}`;
  app = await startApp({ env: { PUBLIC_URL: url } });
  proxy.targets.push(Number(new URL(app.url).port));
  metrics = new Metrics(app.app.get(CONFIG), createLogger('silent'));
  const { clock, database } = app;
  const tokens = app.app.get(AccessTokens);
  probe = new Probe({
    url,
    sign: (userId, sessionId) => tokens.sign(userId, sessionId),
    building: new ProbeBuildingRepository(database, clock),
    logger: createLogger('silent'),
    ...{ clock, metrics },
  });
});

afterAll(async () => {
  await proxy.close();
  await app.close();
});

async function count(sql: string): Promise<number> {
  const [row] = await app.database.query<{ count: number }[]>(
    `select count(*)::int as count from ${sql}`,
  );
  return row?.count ?? 0;
}

const ROWS = ['alarms', 'alarm_events', 'presses'].map(
  (table) => `${table} where building_id = '${PROBE_BUILDING_ID}'`,
);

const value = async (name: string, from = metrics): Promise<number> => {
  const line = (await from.text()).split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.split(' ')[1]);
};

it('is pressed and heard, and its alarm is over afterwards', async () => {
  expect(await value('resq_probe_heard_timestamp_seconds')).toBeNaN();
  expect(await probe.round(LONG_LIMITS)).toMatch(/^(heard|late)$/);
  const building = `building_id = '${PROBE_BUILDING_ID}'`;
  expect(await count(`alarms where ${building} and status = 'resolved'`)).toBe(1);
  expect(await count('alarm_receipts')).toBe(1);
  expect(await value('resq_probe_heard_timestamp_seconds')).toBe(app.clock.now().getTime() / 1_000);
  for (const stage of ['saved', 'heard', 'receipt'])
    expect(await value(`resq_probe_seconds_count{stage="${stage}"}`)).toBe(1);
});

it('leaves no trace in lists, counts, pushes, jobs and the audit log', async () => {
  const admin = await signIn(app, 'admin');
  const readiness = app.app.get(ReadinessService);
  const homes = await readiness.count();
  const audit = await count('audit_log');
  const outbox = await count('outbox');
  const deliveries = await count('push_deliveries');

  expect(await probe.round(LONG_LIMITS)).toMatch(/^(heard|late)$/);

  expect(await count('audit_log')).toBe(audit);
  expect(await count(`audit_log where building_id = '${PROBE_BUILDING_ID}'`)).toBe(0);
  expect(await count('outbox')).toBe(outbox);
  expect(await count('push_deliveries')).toBe(deliveries);
  expect(await count('devices')).toBe(0);
  expect(await readiness.count()).toEqual(homes);
  // Anna, Karl, Lisa and Otto live in a home each.
  expect(homes.known).toBe(4);
  const { body } = await call<{ items: AdministeredBuilding[] }>(app, 'GET /admin/buildings', {
    token: admin.token,
  });
  expect(body.items.map(({ name }) => name).toSorted()).toEqual([
    'BRF Storgatan 12',
    'Storgatan 14',
  ]);
  const node = app.app.get(Metrics);
  expect(await value('resq_alarms_total{type="fire",kind="probe"}', node)).toBe(2);
  expect(await value('resq_alarms_total{type="fire",kind="exercise"}', node)).toBe(0);
  expect(await value('resq_presses_total{kind="probe",result="saved"}', node)).toBe(2);
});

it('deletes the rows of its alarms after an hour', async () => {
  for (const rows of ROWS) expect(await count(rows)).toBeGreaterThan(1);
  app.clock.step(HOUR_MS - 1);
  await new ProbeBuildingRepository(app.database, app.clock).deleteOld();
  expect(await count(ROWS[0]!)).toBe(2);
  app.clock.step(1);
  await new ProbeBuildingRepository(app.database, app.clock).deleteOld();
  for (const rows of ROWS) expect(await count(rows)).toBe(0);
  expect(await count('alarm_receipts')).toBe(0);
  expect(await count("audit_log where action = 'alarm.retired'")).toBe(0);
});

it('says that its alarm was not saved, and not that it was heard', async () => {
  const allow = (isAllowed: boolean) =>
    app.database.query('update memberships set may_send = $2 where building_id = $1', [
      PROBE_BUILDING_ID,
      isAllowed,
    ]);
  await allow(false);
  expect(await probe.round({ ...LONG_LIMITS, receiveMs: 500 })).toBe('unsaved');
  await allow(true);
});

it('says that its alarm was saved, and that nobody heard it', async () => {
  const before = await value('resq_probe_heard_timestamp_seconds');
  followOnly(app, []);
  lookAtNothing(app);
  expect(await probe.round({ ...LONG_LIMITS, receiveMs: 3_000 })).toBe('unheard');
  jest.restoreAllMocks();
  expect(await value('resq_probe_alarms_total{result="unheard"}')).toBe(1);
  expect(await value('resq_probe_heard_timestamp_seconds')).toBe(before);
  expect(await probe.round(LONG_LIMITS)).toMatch(/^(heard|late)$/);
});

it('says that nothing was heard while the network is away, and hears again afterwards', async () => {
  const before = await value('resq_probe_heard_timestamp_seconds');
  proxy.become('black-hole');
  expect(await probe.round({ ...LONG_LIMITS, connectMs: 500 })).toBe('unreachable');
  expect(await value('resq_probe_alarms_total{result="unreachable"}')).toBe(1);
  expect(await value('resq_probe_heard_timestamp_seconds')).toBe(before);
  proxy.become('clear');
  expect(await probe.round(LONG_LIMITS)).toMatch(/^(heard|late)$/);
});
