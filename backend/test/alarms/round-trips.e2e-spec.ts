import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { CreatedHandover } from '../../src/contract/handover.js';
import { EscalationService } from '../../src/modules/alarms/escalation.service.js';
import { StreamPump } from '../../src/modules/alarms/live/pump.js';
import { StreamReader } from '../../src/modules/alarms/stream/stream-reader.repository.js';
import { StreamWriter } from '../../src/modules/alarms/stream/stream-writer.repository.js';
import { PresenceService } from '../../src/modules/buildings/devices/presence.service.js';
import { Notifications } from '../../src/platform/database/notifications.js';
import { CommittedJobs } from '../../src/platform/jobs/committed-jobs.js';
import { JobQueue } from '../../src/platform/jobs/job-queue.js';
import { call, openTab, signIn, type Person, type Tab } from '../support/client.js';
import { startApp, type TestApp } from '../support/start-app.js';

/** The statements that alarms send to PostgreSQL. Each of them is a round trip. */

let app: TestApp;
let karl: Person;
let otto: Person;
let tab: Tab;

/** The names of the statements, or their beginnings, by the name of their connections. */
let sent: { pool: string; statement: string }[] = [];
const query = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown;

beforeAll(async () => {
  app = await startApp();
  // The periodic statements would be counted as well.
  jest.spyOn(app.app.get(StreamPump), 'poll').mockResolvedValue();
  jest.spyOn(app.app.get(EscalationService), 'poll').mockResolvedValue();
  jest.spyOn(app.app.get(JobQueue), 'sweep').mockResolvedValue();
  jest.spyOn(app.app.get(PresenceService), 'heartbeat').mockResolvedValue();
  // A press answers while its job still runs.
  jest.spyOn(app.app.get(CommittedJobs), 'run').mockReturnValue();
  // On a busy machine NOTIFY arrives long before the answer to its statement, and causes a read.
  await app.app.get(Notifications).onApplicationShutdown();
  Object.assign(pg.Client.prototype, { query: recorded });
  [karl, otto] = [await signIn(app, 'karl'), await signIn(app, 'otto')];
  tab = await openTab(app, karl);
  // The first presses fill the caches.
  for (const person of [karl, otto]) expect(await pressOverHttp(person)).toBe(201);
  await tab.until('alarm:event');
});

afterAll(async () => {
  tab.close();
  Object.assign(pg.Client.prototype, { query });
  jest.restoreAllMocks();
  await app.close();
});

function recorded(this: pg.Client, ...args: unknown[]): unknown {
  const [first] = args as [string | { name?: string; text: string }];
  const { text, name } = typeof first === 'string' ? { text: first, name: undefined } : first;
  const { connectionParameters } = this as unknown as {
    connectionParameters: { application_name: string };
  };
  const statement = name ?? text.trim().slice(0, 40);
  sent.push({ pool: connectionParameters.application_name, statement });
  return Reflect.apply(query, this, args);
}

/** @returns what is sent on the connections of that name while the work runs */
async function statementsOf(pool: string, work: () => Promise<unknown>): Promise<string[]> {
  sent = [];
  await work();
  return sent.filter((one) => one.pool === pool).map(({ statement }) => statement);
}

async function pressOverHttp({ token, buildingId }: Person): Promise<number> {
  const body = { alarmId: randomUUID(), type: 'fire', separate: true };
  return (await call(app, `POST /buildings/${buildingId}/alarms`, { token, body })).status;
}

/** Presses in Karl's tab, and waits until it shows the alarm. */
async function pressInTab(): Promise<void> {
  const count = tab.all('alarm:event').length;
  const { buildingId } = karl;
  const press = { buildingId, alarmId: randomUUID(), type: 'fire', separate: true } as const;
  expect(await tab.socket.emitWithAck('alarm:raise', press)).toMatchObject({ ok: true });
  await tab.until('alarm:event', count + 1);
}

it('a press takes two round trips, over HTTP and over a socket', async () => {
  const [read, save] = ['resq_stream_state', 'resq_save_nowait'];
  expect(await statementsOf('resq-press', () => pressOverHttp(otto))).toEqual([read, save]);
  expect(await statementsOf('resq-press', pressInTab)).toEqual([read, save]);
});

it('nothing is read for the neighbours of a house without tabs, and one statement for all others', async () => {
  expect(await statementsOf('resq-pump', () => pressOverHttp(otto))).toEqual([]);
  expect(await statementsOf('resq-pump', pressInTab)).toEqual(['resq_slice']);
});

it('a press is refused once its sign-in has ended, although it was checked a moment ago', async () => {
  const end = (at: string): Promise<unknown> =>
    app.database.query(`update auth_sessions set ended_at = ${at}`);
  await end('now()');
  expect(await pressOverHttp(otto)).toBe(401);
  const { buildingId } = karl;
  const press = { buildingId, alarmId: randomUUID(), type: 'fire' } as const;
  expect(await tab.socket.emitWithAck('alarm:raise', press)).toMatchObject({
    ok: false,
    error: { code: 'auth.session_ended' },
  });
  await end('null');
  expect(await pressOverHttp(otto)).toBe(201);
});

it('a connection and its sync take three round trips', async () => {
  const before = await statementsOf('resq', () => openTab(app, karl).then((one) => one.close()));
  const ours = before.filter((statement) => statement.startsWith('resq_'));
  expect(ours).toEqual(['resq_actors', 'resq_member_states', 'resq_slice']);
});

it('the sheet for the rescue service is read in seven round trips, however many homes it has', async () => {
  const anna = await signIn(app, 'anna');
  const alarmId = randomUUID();
  const raise = { token: anna.token, body: { alarmId, type: 'fire', separate: true } };
  expect((await call(app, `POST /buildings/${anna.buildingId}/alarms`, raise)).status).toBe(201);
  const made = await call<CreatedHandover>(app, `POST /alarms/${alarmId}/handover`, {
    token: anna.token,
  });
  const [, token] = made.body.url.split('#');
  const statements = await statementsOf('resq', async () => {
    expect((await call(app, `GET /handover/${token}`)).status).toBe(200);
  });
  // The state of a device whose tab was closed before may fall between.
  expect(statements.filter((one) => !one.startsWith('with known as'))).toHaveLength(7);
});

it('buildings that are read in one moment share their round trips', async () => {
  const buildings = await app.database.query<{ id: string }[]>(
    `insert into buildings (id, name, address, created_at)
     select gen_random_uuid(), 'Hus', 'Gata', now() from generate_series(1, 60) returning id`,
  );
  for (const { id } of buildings) await app.app.get(StreamWriter).prepare(id, undefined);
  const reader = app.app.get(StreamReader);
  const heads = () => Promise.all(buildings.map(({ id }) => reader.headOf(id)));
  const slices = () => Promise.all(buildings.map(({ id }) => reader.readForSync(id, 0)));
  // The first one waits for nothing; then fifty slices are read at once, and a thousand heads.
  expect(await statementsOf('resq-pump', heads)).toHaveLength(2);
  const ours = await statementsOf('resq', slices);
  expect(ours.filter((one) => one.startsWith('resq_'))).toHaveLength(3);
});

it('the pump reads the members, and no active alarm, which only a sync needs', async () => {
  const read = (withMembers: boolean) =>
    app.app.get(StreamReader).read(karl.buildingId, { after: 0, limit: 1, withMembers });
  expect((await read(true)).members).toContain(karl.userId);
  expect((await read(true)).active).toEqual([]);
  expect((await read(false)).active).not.toEqual([]);
});

it('streams that are read together are as those that are read alone', async () => {
  const reader = app.app.get(StreamReader);
  const asked = [karl, otto].flatMap(({ buildingId }) =>
    [0, 1, 2].map((after) => ({ buildingId, after })),
  );
  const unknown = { buildingId: randomUUID(), after: 0 };
  const together = await Promise.all(
    [unknown, ...asked].map(({ buildingId, after }) => reader.readForSync(buildingId, after)),
  );
  const alone = await Promise.all(
    asked.map(({ buildingId, after }) => reader.read(buildingId, { after, limit: 100 })),
  );
  expect(together.slice(1)).toEqual(alone.map((slice) => ({ ...slice, memberVersion: null })));
  expect(alone.every(({ events, active, names }) => events.length && active.length && names)).toBe(
    true,
  );
  expect(together[0]).toMatchObject({ epoch: '', head: 0, events: [], active: [] });
});
