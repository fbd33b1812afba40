import { randomUUID } from 'node:crypto';
import type { AlarmReport, Exercise } from '../../src/contract/exercises.js';
import type { Me, Page } from '../../src/contract/http.js';
import { JobQueue } from '../../src/platform/jobs/job-queue.js';
import { call, newPerson, signIn, type Person } from '../support/client.js';
import { freshApp } from '../support/fresh-app.js';
import type { TestApp } from '../support/start-app.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** The homes that an exercise and an alarm reached, how fast, and why not the others. */

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
let anna: Person;
let karl: Person;
let lisa: Person;

beforeEach(async () => {
  app = await freshApp();
  const { clock } = app;
  clock.step(DAY_MS - ((clock.now().getTime() - DAY_MS / 2) % DAY_MS));
  await signInAll();
});

async function signInAll(): Promise<void> {
  [anna, karl, lisa] = [
    await signIn(app, 'anna'),
    await signIn(app, 'karl'),
    await signIn(app, 'lisa'),
  ];
}
const as = <T>({ token }: Person, route: string, body?: object) =>
  call<T>(app, route, { token, ...(body && { body }) });

async function hold(): Promise<string> {
  const { body } = await as<Exercise>(anna, `POST /buildings/${anna.buildingId}/exercises`, {});
  await until('it begins', ARRIVES_MS, async () => {
    await app.app.get(JobQueue).sweep();
    return (await as<object>(anna, `GET /alarms/${body.id}`)).status === 200;
  });
  return body.id;
}
const receipt = (by: Person, alarmId: string) =>
  as(by, `POST /alarms/${alarmId}/receipts`, { deviceId: randomUUID(), level: 'sounding' });
const respond = (by: Person, alarmId: string) =>
  as(by, `POST /alarms/${alarmId}/responses`, { response: 'safe' });
const report = (alarmId: string, by = anna) => as<AlarmReport>(by, `GET /alarms/${alarmId}/report`);
const delivery = (alarmId: string, { membershipId }: Person, result: string) =>
  app.database.query(
    `insert into push_deliveries (alarm_id, membership_id, device_id, step, result, attempts, at)
     values ($1, $2, $3, 0, $4, 1, $5)`,
    [alarmId, membershipId, randomUUID(), result, app.clock.now()],
  );
const news = async (person: Person) =>
  (await as<Me>(person, 'GET /auth/me')).body.memberships[0]?.missedExercise;

it('has a curve of homes that were reached, and a reason for each that was not', async () => {
  const others = [];
  for (const apartment of ['1001', '1002', '1103']) {
    others.push(await newPerson(app, { name: `Granne ${apartment}`, apartment }));
  }
  const [pushed, unsubscribed, away] = others as [Person, Person, Person];
  const alarmId = await hold();
  await app.database.query(
    `update exercises set readiness = readiness || jsonb_build_object($2::text, 'muted') where id = $1`,
    [alarmId, lisa.membershipId],
  );
  app.clock.step(2_000);
  await receipt(karl, alarmId);
  app.clock.step(7_000);
  await respond(karl, alarmId);
  await delivery(alarmId, pushed, 'sent');
  await delivery(alarmId, unsubscribed, 'dead');
  const { status, body } = await report(alarmId);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    exercise: true,
    homes: 5,
    reachedMs: [2_000],
    answeredMs: [9_000],
    reachedHomes: [{ apartment: '1301', answered: true }],
    missed: [
      { apartment: '1001', reason: 'push_unseen', membershipIds: [pushed.membershipId] },
      { apartment: '1002', reason: 'push_dead' },
      { apartment: '1102', reason: 'silent', names: ['Lisa Ny'] },
      { apartment: '1103', reason: 'away', membershipIds: [away.membershipId] },
    ],
  });
  expect(body).not.toHaveProperty('endedAt');
  expect(body.outside).toHaveLength(8);
  expect(body).not.toHaveProperty('previous');
  expect(JSON.stringify(body)).not.toMatch(/@|userId|phone/);

  const { body: list } = await as<Page<Exercise>>(
    anna,
    `GET /buildings/${anna.buildingId}/exercises`,
  );
  expect(list.items).toMatchObject([{ id: alarmId, reached: { reached: 1, homes: 5 } }]);
});

it('compares an exercise with the one before it', async () => {
  const first = await hold();
  await receipt(lisa, first);
  app.clock.step(2 * DAY_MS);
  await signInAll();
  const second = await hold();
  app.clock.step(1_000);
  await receipt(karl, second);
  await receipt(lisa, second);
  const path = `GET /buildings/${anna.buildingId}/exercises/${second}/report`;
  const { body } = await as<AlarmReport>(anna, path);
  expect(body).toMatchObject({
    reachedMs: [1_000, 1_000],
    previous: { homes: 2, reachedMs: [0] },
  });
});

it('reports a real alarm to managers alone, without an exercise before it', async () => {
  await hold();
  const alarmId = randomUUID();
  await as(lisa, `POST /buildings/${lisa.buildingId}/alarms`, { alarmId, type: 'fire' });
  app.clock.step(3_000);
  await receipt(karl, alarmId);
  await as(lisa, `POST /alarms/${alarmId}/end`, { outcome: 'resolved' });
  const { body } = await report(alarmId);
  expect(body).toMatchObject({ exercise: false, homes: 2, reachedMs: [3_000] });
  expect(body.reachedHomes).toEqual([{ apartment: '1301', answered: false }]);
  expect(body.endedAt).toBe(app.clock.now().toISOString());
  expect(body).not.toHaveProperty('previous');
  // Nothing says whether the device was connected, so no reason is made up.
  expect(body.missed).toMatchObject([{ apartment: '1201' }]);
  expect(body.missed[0]).not.toHaveProperty('reason');
  expect((await report(alarmId, karl)).body.error.code).toBe('building.manager_required');
  const otto = await signIn(app, 'otto');
  for (const unknown of [alarmId, randomUUID()]) {
    expect((await report(unknown, otto)).body.error.code).toBe('alarm.not_found');
  }
  const path = `GET /buildings/${anna.buildingId}/exercises/${randomUUID()}/report`;
  expect((await as(anna, path)).body.error.code).toBe('exercise.not_found');
});

it('leaves out who was not a member when it began, approved since or returned', async () => {
  const member = `PATCH /buildings/${anna.buildingId}/members/${lisa.membershipId}`;
  const set = (status: string) => as(anna, member, { status });
  expect((await set('revoked')).status).toBe(200);
  app.clock.step(1_000);
  const alarmId = await hold();
  app.clock.step(1_000);
  expect((await set('active')).status).toBe(200);
  app.clock.step(16 * 60_000);
  await signInAll();
  const { body } = await report(alarmId);
  expect([body.homes, body.missed.map(({ names }) => names)]).toEqual([1, [['Karl Ek']]]);
  const { body: held } = await as<Page<Exercise>>(
    anna,
    `GET /buildings/${anna.buildingId}/exercises`,
  );
  expect(held.items[0]?.reached).toEqual({ reached: 0, homes: 1 });
  expect(await news(lisa)).toBeUndefined();
});

it('hides an alarm of more than a year, also before it is deleted', async () => {
  const alarmId = await hold();
  const exercise = `GET /buildings/${anna.buildingId}/exercises/${alarmId}/report`;
  expect([(await report(alarmId)).status, (await as(anna, exercise)).status]).toEqual([200, 200]);
  const old = `update alarms set raised_at = raised_at - interval '1 year' where id = $1`;
  await app.database.query(old, [alarmId]);
  expect([(await report(alarmId)).status, (await as(anna, exercise)).status]).toEqual([404, 404]);
});

it('a member who was missed reads why, until a device is tested', async () => {
  const alarmId = await hold();
  await receipt(karl, alarmId);
  expect(await news(lisa)).toBeUndefined();
  const at = app.clock.now().toISOString();
  app.clock.step(16 * 60_000);
  await signInAll();
  expect(await news(lisa)).toEqual({ at, reason: 'away' });
  expect(await news(karl)).toBeUndefined();
  expect(await news(anna)).toBeUndefined();
  await app.database.query(
    `insert into devices (user_id, device_id, label, sound, push, seen_at, tested_at)
     values ($1, $2, 'Chrome, Windows', 'armed', 'off', $3, $3)`,
    [lisa.userId, randomUUID(), app.clock.now()],
  );
  expect(await news(lisa)).toBeUndefined();
});
