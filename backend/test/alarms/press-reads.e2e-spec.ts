import { randomUUID } from 'node:crypto';
import type { RaiseResult, Sync } from '../../src/contract/alarm.js';
import { StreamWriter } from '../../src/modules/alarms/stream/stream-writer.repository.js';
import { call, signIn, type Person } from '../support/client.js';
import { reseed } from '../support/fresh-app.js';
import { startApp, type TestApp } from '../support/start-app.js';

/** A press reads only those active alarms of its building that it can join, end or let expire. */

const MINUTE_MS = 60_000;
const OLD = 50;

let app: TestApp;
let anna: Person;
let read: jest.SpyInstance<ReturnType<StreamWriter['read']>, Parameters<StreamWriter['read']>>;

// Without jobs: one could let an alarm expire before the press reads it.
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

beforeEach(async () => {
  await reseed(app);
  anna = await signIn(app, 'anna');
  read = jest.spyOn(app.app.get(StreamWriter), 'read');
});
afterEach(() => read.mockRestore());

/** Access tokens are valid for ten minutes, so Anna signs in again. */
async function step(ms: number): Promise<void> {
  app.clock.step(ms);
  anna = await signIn(app, 'anna');
}

/** Returns the status, and the active alarms that the press has read. */
async function press(body: object = {}, alarmId = randomUUID()) {
  const route = `POST /buildings/${anna.buildingId}/alarms`;
  const { status } = await call<RaiseResult>(app, route, {
    token: anna.token,
    body: { alarmId, type: 'fire', ...body },
  });
  return { alarmId, status, ongoing: await readFor(alarmId) };
}

async function readFor(alarmId: string): Promise<string[]> {
  const isOurs = ([{ actor, alarmId: id }]: Parameters<StreamWriter['read']>) =>
    actor !== undefined && id === alarmId;
  const result: unknown = read.mock.results[read.mock.calls.findLastIndex(isOurs)]?.value;
  const found = await (result as ReturnType<StreamWriter['read']>);
  return (found?.state.ongoing ?? []).map(({ record }) => record.id);
}

const kinds = async () => {
  const { body } = await call<Sync>(app, `GET /buildings/${anna.buildingId}/events?after=0`, anna);
  return body.events.map(({ kind }) => kind);
};

it('does not read the old ones, however many are active', async () => {
  await press();
  await app.database.query(
    `insert into alarms (id, building_id, type, exercise, status, sender_id, raised_at,
                         last_press_at, expires_at, last_seq)
     select gen_random_uuid(), building_id, type, exercise, status, sender_id, raised_at,
            last_press_at, expires_at, last_seq
       from alarms, generate_series(2, $1)`,
    [OLD],
  );
  await step(20 * MINUTE_MS);
  const recent = await press();
  expect(recent).toMatchObject({ status: 201, ongoing: [] });
  // One of its own joins none, and other changes are about their own alarm.
  expect(await press({ separate: true })).toMatchObject({ status: 201, ongoing: [] });
  await call(app, `PATCH /alarms/${recent.alarmId}`, { token: anna.token, body: { note: 'Rök' } });
  expect(await readFor(recent.alarmId)).toEqual([]);
  const joined = await press();
  expect(joined.ongoing).toHaveLength(2);
  expect(joined.ongoing).toContain(recent.alarmId);
  // An exercise would be taken for any of them.
  const exercise = await press({ exercise: true });
  expect([exercise.status, exercise.ongoing.length]).toEqual([409, OLD + 2]);
});

it('reads exercises, and alarms past their end, whenever they were pressed', async () => {
  const { alarmId: exercise } = await press({ exercise: true });
  await step(12 * MINUTE_MS);
  const own = await press({ separate: true });
  expect(own.ongoing).toEqual([exercise]);
  expect(await kinds()).toEqual(['raised', 'resolved', 'raised']);
  await step(60 * MINUTE_MS);
  expect((await press({ separate: true })).ongoing).toEqual([own.alarmId]);
  expect(await kinds()).toEqual(['raised', 'resolved', 'raised', 'expired', 'raised']);
});
