import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { AlarmEvent, Sync } from '../../src/contract/alarm.js';
import type { AlarmDetails } from '../../src/contract/http.js';
import { EscalationService } from '../../src/modules/alarms/escalation.service.js';
import { StreamWriter } from '../../src/modules/alarms/stream/stream-writer.repository.js';
import { call, newPerson, openTab, signIn, type Person } from '../support/client.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** Two nodes whose clock the tests step; their timers do not poll, the tests do. */

let first: TestApp;
let second: TestApp;
let anna: Person;
let karl: Person;
let lisa: Person;
let otto: Person;
let alarmId: string;

beforeAll(async () => {
  const env = { RATE_LIMITS: 'off' };
  first = await startApp({ env });
  const { databaseUrl, clock, dataDir } = first;
  second = await startApp({ databaseUrl, clock, env: { ...env, DATA_DIR: dataDir } });
  const names = ['anna', 'karl', 'lisa', 'otto'];
  [anna, karl, lisa, otto] = (await Promise.all(names.map((name) => signIn(first, name)))) as [
    Person,
    Person,
    Person,
    Person,
  ];
});

afterAll(async () => {
  await second.close();
  await first.close();
});

afterEach(() => end(anna));

async function raise(person: Person, body: object = {}): Promise<void> {
  alarmId = randomUUID();
  const { status } = await call(first, `POST /buildings/${person.buildingId}/alarms`, {
    token: person.token,
    body: { alarmId, type: 'fire', ...body },
  });
  expect(status).toBe(201);
}

const end = ({ token }: Person, id = alarmId) =>
  call(first, `POST /alarms/${id}/end`, { token, body: { outcome: 'resolved' } });

const respond = ({ token }: Person) =>
  call(first, `POST /alarms/${alarmId}/responses`, { token, body: { response: 'safe' } });

const pollAt = (app: TestApp) => app.app.get(EscalationService).poll();

/** Lets both nodes poll at once, after that time. */
async function poll(afterMs: number): Promise<void> {
  first.clock.step(afterMs);
  await Promise.all([pollAt(first), pollAt(second)]);
}

/** @returns the steps that the alarm has taken, in the order of their events */
async function steps(
  person: Person = anna,
  id = alarmId,
): Promise<AlarmEvent['alarm']['escalation'][]> {
  const path = `GET /buildings/${person.buildingId}/events?after=0`;
  const { body } = await call<Sync>(first, path, { token: person.token });
  const events = body.events.filter(({ alarm, kind }) => alarm.id === id && kind === 'escalated');
  return events.map(({ alarm }) => alarm.escalation);
}

it('an alarm without answers is repeated once at 15, 30 and 60 s, whichever node polls', async () => {
  const tab = await openTab(second, lisa);
  await raise(karl);
  await poll(14_999);
  expect(await steps()).toEqual([]);
  await poll(1);
  expect(await steps()).toEqual([1]);
  await poll(14_999);
  expect(await steps()).toEqual([1]);
  await poll(1);
  await poll(29_999);
  expect(await steps()).toEqual([1, 2]);
  await poll(1);
  await poll(60_000);
  expect(await steps()).toEqual([1, 2, 3]);
  const events = [1, 2, 3, 4].map(async (count) => (await tab.until('alarm:event', count)).kind);
  expect(await Promise.all(events)).toEqual(['raised', 'escalated', 'escalated', 'escalated']);
  tab.close();
  const details = await call<AlarmDetails>(first, `GET /alarms/${alarmId}`, { token: anna.token });
  expect(details.body.alarm.escalation).toBe(3);
  expect(details.body.timeline.map(({ kind }) => kind)).toEqual(await Promise.all(events));
});

it('an alarm keeps its step in later events', async () => {
  await raise(karl);
  await poll(15_000);
  const { body } = await call<{ alarm: object }>(first, `POST /alarms/${alarmId}/extend`, {
    token: karl.token,
    body: {},
  });
  expect(body.alarm).toMatchObject({ escalation: 1, status: 'active' });
});

it('a home has answered when a member of it responded or pressed too', async () => {
  await raise(karl);
  await respond(anna);
  await poll(15_000);
  expect(await steps()).toEqual([1]);
  await call(first, `POST /buildings/${lisa.buildingId}/alarms`, {
    token: lisa.token,
    body: { alarmId: randomUUID(), type: 'fire' },
  });
  await poll(15_000);
  await poll(30_000);
  expect(await steps()).toEqual([1]);
});

it('the next step warns a home that joined after all others had answered', async () => {
  await raise(karl);
  await respond(anna);
  await respond(lisa);
  await poll(15_000);
  expect(await steps()).toEqual([]);
  const siv = await newPerson(first, { name: 'Siv', apartment: '1401' });
  await poll(15_000);
  expect(await steps()).toEqual([2]);
  await first.database.query(`update memberships set status = 'revoked' where id = $1`, [
    siv.membershipId,
  ]);
});

it('an ended alarm and an exercise are not repeated', async () => {
  await raise(anna, { exercise: true });
  await poll(15_000);
  expect(await steps()).toEqual([]);
  await end(anna);
  await raise(karl);
  await end(karl);
  const [row] = await first.database.query<object[]>(
    'select escalates_at from alarms where id = $1',
    [alarmId],
  );
  expect(row).toEqual({ escalates_at: null });
  await poll(15_000);
  expect(await steps()).toEqual([]);
});

it('a late node takes the newest step alone', async () => {
  await raise(karl);
  await poll(61_000);
  await poll(3_000);
  expect(await steps()).toEqual([3]);
});

it('an alarm is repeated once after the node that had claimed it died', async () => {
  await raise(karl);
  first.clock.step(15_000);
  const claimed = await first.app.get(StreamWriter).claimDue(first.clock.ofStatement(), 50);
  expect(claimed).toEqual([{ id: alarmId, buildingId: karl.buildingId }]);
  await poll(2_999);
  expect(await steps()).toEqual([]);
  await poll(1);
  await poll(3_000);
  expect(await steps()).toEqual([1]);
});

it('a locked building delays no other, and its own alarm is repeated when it is free', async () => {
  // Otto lives alone in his building, where nobody would be left to warn.
  await first.database.query(
    `insert into memberships (id, building_id, user_id, role, status, may_send, name, apartment,
                              created_at)
     values (gen_random_uuid(), $1, $2, 'resident', 'active', true, 'Lisa Ny', '1002', now())`,
    [otto.buildingId, lisa.userId],
  );
  await raise(otto);
  const late = alarmId;
  await raise(karl);
  first.clock.step(15_000);
  const holder = new pg.Client({ connectionString: first.databaseUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select 1 from building_streams where building_id = $1 for update', [
    otto.buildingId,
  ]);
  const polling = pollAt(first);
  await until('the free building is warned', ARRIVES_MS, async () => (await steps()).length > 0);
  expect(await steps(otto, late)).toEqual([]);
  await holder.query('commit');
  await holder.end();
  await polling;
  expect(await steps(otto, late)).toEqual([1]);
  expect(await steps()).toEqual([1]);
  await end(otto, late);
});

it('the due alarms of a house are few changes, beside which a press is saved', async () => {
  const ids = [];
  for (let n = 0; n < 250; n += 1) {
    await raise(karl, { separate: true });
    ids.push(alarmId);
  }
  first.clock.step(15_000);
  const save = jest.spyOn(first.app.get(StreamWriter), 'save');
  const changes = (): number[] => save.mock.calls.map(([{ rows }]) => rows.alarms.length);
  const polling = pollAt(first);
  await until('the first change is being saved', ARRIVES_MS, () => changes().length > 0);
  await raise(lisa, { separate: true });
  await polling;
  expect(changes().toSorted((a, b) => a - b)).toEqual([1, 50, 100, 100]);
  const stepsOf = await first.database.query<{ count: string }[]>(
    `select count(*) from alarm_events where kind = 'escalated' and alarm_id = any($1)`,
    [ids],
  );
  expect(stepsOf).toEqual([{ count: '250' }]);
  save.mockRestore();
  await first.database.query(`update alarms set status = 'resolved', escalates_at = null`);
});
