import { randomUUID } from 'node:crypto';
import type { RaiseResult } from '../../src/contract/alarm.js';
import type { Exercise } from '../../src/contract/exercises.js';
import type { LogItem, Me, Page } from '../../src/contract/http.js';
import { JobQueue } from '../../src/platform/jobs/job-queue.js';
import { call, openTab, outlastToken, signIn, type Person } from '../support/client.js';
import { reseed } from '../support/fresh-app.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** Exercises that a board plans, on two nodes whose clock is stepped. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let nodes: TestApp[];
let app: TestApp;
let anna: Person;

beforeAll(async () => {
  app = await startApp({ jobs: true });
  const { databaseUrl, clock, dataDir } = app;
  nodes = [app, await startApp({ databaseUrl, clock, env: { DATA_DIR: dataDir }, jobs: true })];
});
afterAll(() => Promise.all(nodes.map((node) => node.close())));

/** Begins at noon, UTC, which is one or two o'clock in Sweden. */
beforeEach(async () => {
  const { clock } = app;
  clock.step(DAY_MS - ((clock.now().getTime() - DAY_MS / 2) % DAY_MS));
  await reseed(app, ...nodes.slice(1));
  anna = await signIn(app, 'anna');
});

const path = (method: string, rest = '') =>
  `${method} /buildings/${anna.buildingId}/exercises${rest}`;
const as = <T>({ token }: Person, route: string, body?: object) =>
  call<T>(app, route, { token, ...(body && { body }) });
const inMs = (ms: number) => app.clock.in(ms).toISOString();
const plan = (at?: string, by = anna) => as<Exercise>(by, path('POST'), at ? { at } : {});
// A busy node refuses lists for a moment.
const listed = async () => (await as<Page<Exercise>>(anna, path('GET'))).body.items;
const press = (by: Person, more: object = {}) =>
  as<RaiseResult>(by, `POST /buildings/${by.buildingId}/alarms`, {
    alarmId: randomUUID(),
    type: 'fire',
    ...more,
  });
const sweep = () => Promise.all(nodes.map((node) => node.app.get(JobQueue).sweep()));
const untilState = (state: Exercise['state']) =>
  until(`the exercise is ${state}`, ARRIVES_MS, async () => {
    await sweep();
    return (await listed()).some((one) => one.state === state);
  });
/** Steps to a later day, on which all have to sign in again. */
async function stepTo(at: string, beforeMs = 0): Promise<void> {
  app.clock.step(new Date(at).getTime() - beforeMs - app.clock.now().getTime());
  anna = await signIn(app, 'anna');
}
const events = async () => {
  const rows = await app.database.query<{ kind: string }[]>(
    'select kind from alarm_events order by seq',
  );
  return rows.map(({ kind }) => kind);
};
const exerciseAt = async (person: Person) =>
  (await as<Me>(person, 'GET /auth/me')).body.memberships[0]?.exerciseAt;

it('is announced a day before and starts once, on two nodes, for a quarter of an hour', async () => {
  const at = inMs(3 * DAY_MS);
  const { status, body } = await plan(at);
  expect([status, body]).toMatchObject([201, { at, state: 'planned' }]);
  await stepTo(at, DAY_MS + MINUTE_MS);
  await sweep();
  expect(await listed()).toMatchObject([{ state: 'planned' }]);
  expect((await listed())[0]).not.toHaveProperty('announcedAt');
  expect(await exerciseAt(await signIn(app, 'karl'))).toBeUndefined();

  await stepTo(at, DAY_MS);
  await until('it is announced', ARRIVES_MS, async () => {
    await sweep();
    return (await listed())[0]?.announcedAt !== undefined;
  });
  expect(await exerciseAt(await signIn(app, 'karl'))).toBe(at);
  const notices = await app.database.query<{ payload: { userIds: string[]; at: string } }[]>(
    `select payload from outbox where name = 'push.notice'`,
  );
  expect(notices).toHaveLength(1);
  expect(notices[0]?.payload.at).toBe(at);
  expect(notices[0]?.payload.userIds).toHaveLength(3);

  await stepTo(at, -MINUTE_MS);
  const tab = await openTab(nodes[1]!, await signIn(app, 'karl'));
  await untilState('running');
  await until('the other node sends it', ARRIVES_MS, () =>
    JSON.stringify(tab.received).includes(body.id),
  );
  // A worker that was killed before it recorded the job leaves it to another one.
  const job = { id: randomUUID(), name: 'exercise.start' as const, dueAt: new Date() };
  await Promise.all(
    nodes.map((node) => node.app.get(JobQueue).perform({ ...job, payload: { id: body.id } })),
  );
  expect(await events()).toEqual(['raised']);
  outlastToken(nodes[1]!, tab);
  app.clock.step(16 * MINUTE_MS);
  anna = await signIn(app, 'anna');
  await untilState('held');
  await until('it has ended', ARRIVES_MS, async () => {
    await sweep();
    return (await events()).includes('expired');
  });
  tab.close();
});

it('is listed in pages, each exercise once, also those of one moment', async () => {
  await app.database.query(
    `insert into exercises (id, building_id, at, called_off_at, created_at)
     select gen_random_uuid(), $1, $2::timestamptz - n / 2 * interval '1 hour', $2, $2
       from generate_series(1, 101) n`,
    [anna.buildingId, app.clock.now()],
  );
  const page = async (before?: string | null) =>
    (await as<Page<Exercise>>(anna, path('GET', before ? `?before=${before}` : ''))).body;
  const first = await page();
  const second = await page(first.next);
  const third = await page(second.next);
  expect([first, second, third].map(({ items }) => items.length)).toEqual([50, 50, 1]);
  expect(third.next).toBeNull();
  const all = [...first.items, ...second.items, ...third.items];
  expect(new Set(all.map(({ id }) => id)).size).toBe(101);
  const times = all.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
});

it('is not begun by a manager whose right to send is paused', async () => {
  const karl = await signIn(app, 'karl');
  const member = `PATCH /buildings/${anna.buildingId}/members/${karl.membershipId}`;
  for (const body of [{ role: 'manager' }, { maySend: false }]) {
    expect((await as(anna, member, body)).status).toBe(200);
  }
  for (const at of [undefined, inMs(2 * HOUR_MS)]) {
    const { status, body } = await plan(at, karl);
    expect([status, body]).toMatchObject([403, { error: { code: 'alarm.sending_paused' } }]);
  }
  expect([await events(), await listed()]).toEqual([[], []]);
});

it('is not heard once it is called off, and those who know of it are told', async () => {
  const at = inMs(2 * HOUR_MS);
  const tab = await openTab(nodes[1]!, await signIn(app, 'karl'));
  const { body } = await plan(at);
  await until('it is announced', ARRIVES_MS, async () => {
    await sweep();
    return (await listed())[0]?.announcedAt !== undefined;
  });
  await tab.until('me:changed');
  for (const _ of [1, 2]) {
    expect((await as(anna, path('DELETE', `/${body.id}`))).status).toBe(204);
  }
  await tab.until('me:changed', 2);
  tab.close();
  await stepTo(at, -MINUTE_MS);
  await until('the start has run', ARRIVES_MS, async () => {
    await sweep();
    const open = await app.database.query<object[]>(
      `select 1 from outbox where name = 'exercise.start' and done_at is null`,
    );
    return open.length === 0;
  });
  expect(await events()).toEqual([]);
  expect(await listed()).toMatchObject([{ state: 'calledOff' }]);
  const abouts = await app.database.query<{ about: string }[]>(
    `select payload ->> 'about' as about from outbox where name = 'push.notice' order by 1`,
  );
  expect(abouts.map(({ about }) => about)).toEqual(['exercise_announced', 'exercise_called_off']);
  const { body: log } = await as<Page<LogItem>>(anna, `GET /buildings/${anna.buildingId}/log`);
  expect(log.items.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['exercise.called_off', 'exercise.planned']),
  );
});

it('is announced three times in 24 hours, also when each is called off', async () => {
  const codes: string[] = [];
  for (let n = 0; n < 10; n += 1) {
    const { status, body } = await plan(inMs(HOUR_MS));
    codes.push(status === 201 ? 'planned' : body.error.code);
    if (status !== 201) continue;
    await until('it is announced', ARRIVES_MS, async () => {
      await sweep();
      return (await listed()).some(({ id, announcedAt }) => id === body.id && announcedAt);
    });
    expect((await as(anna, path('DELETE', `/${body.id}`))).status).toBe(204);
    app.clock.step(MINUTE_MS / 2);
  }
  const often = Array<string>(7).fill('exercise.announced_often');
  expect(codes).toEqual(['planned', 'planned', 'planned', ...often]);
  const pushes = await app.database.query<object[]>(
    `select 1 from outbox where name = 'push.notice' and payload ->> 'about' = 'exercise_announced'`,
  );
  expect(pushes).toHaveLength(3);
  // One that is announced on another day may be planned, and one that nobody is told of held.
  const { body: later } = await plan(inMs(3 * DAY_MS));
  expect((await as(anna, path('DELETE', `/${later.id}`))).status).toBe(204);
  expect((await plan()).status).toBe(201);
});

it('does not begin during a real alarm, and says so', async () => {
  const at = inMs(HOUR_MS);
  await plan(at);
  await stepTo(at, MINUTE_MS);
  const karl = await signIn(app, 'karl');
  await press(karl);
  app.clock.step(2 * MINUTE_MS);
  await untilState('blocked');
  expect(await events()).toEqual(['raised']);
  expect((await plan()).body.error.code).toBe('alarm.real_ongoing');
  const { status, body } = await press(anna, { exercise: true });
  expect([status, body.error.code]).toEqual([409, 'alarm.real_ongoing']);
});

it('is ended by a real alarm, which all hear', async () => {
  expect((await plan()).status).toBe(201);
  await untilState('running');
  const karl = await signIn(app, 'karl');
  const { body } = await press(karl);
  expect(body).toMatchObject({ merged: false, alarm: { exercise: false, status: 'active' } });
  expect(await events()).toEqual(['raised', 'resolved', 'raised']);
  expect(await listed()).toMatchObject([{ state: 'held', reached: { homes: 2 } }]);
});

it('is raised by another manager when who planned it has left', async () => {
  const at = inMs(HOUR_MS);
  await plan(at);
  await app.database.query(`update memberships set role = 'manager' where user_id = $1`, [
    (await signIn(app, 'lisa')).userId,
  ]);
  expect((await as(anna, `DELETE /memberships/${anna.membershipId}`)).status).toBe(204);
  app.clock.step(HOUR_MS + MINUTE_MS);
  anna = await signIn(app, 'lisa');
  await untilState('running');
});

it('does not begin ten minutes late', async () => {
  const at = inMs(HOUR_MS);
  await plan(at);
  await stepTo(at, -11 * MINUTE_MS);
  await sweep();
  expect(await listed()).toMatchObject([{ state: 'missed' }]);
  expect(await events()).toEqual([]);
});

it('is planned by managers alone, by day, one at a time and once in 24 hours', async () => {
  for (const name of ['karl', 'lisa']) {
    const { body } = await plan(inMs(HOUR_MS), await signIn(app, name));
    expect(body.error.code).toBe('building.manager_required');
  }
  const otto = await signIn(app, 'otto');
  expect((await plan(undefined, otto)).body.error.code).toBe('building.not_a_member');
  const night = new Date(app.clock.now().getTime() + 12 * HOUR_MS).toISOString();
  const refused: [string, string][] = [
    [inMs(-MINUTE_MS), 'exercise.time_invalid'],
    [inMs(400 * DAY_MS), 'exercise.time_invalid'],
    [night, 'exercise.outside_hours'],
    ['i morgon', 'request.invalid'],
    ['2026-W48-6', 'request.invalid'],
  ];
  for (const [at, code] of refused) expect((await plan(at)).body.error.code).toBe(code);

  const { body } = await plan(inMs(DAY_MS));
  expect((await plan(inMs(3 * DAY_MS))).body.error.code).toBe('exercise.already_planned');
  await as(anna, path('DELETE', `/${body.id}`));
  expect((await plan()).status).toBe(201);
  await untilState('running');
  const running = (await listed()).find(({ state }) => state === 'running');
  expect((await as(anna, path('DELETE', `/${running?.id}`))).body.error.code).toBe(
    'exercise.begun',
  );
  expect((await plan()).body.error.code).toBe('exercise.held_lately');
  expect((await plan(inMs(22 * HOUR_MS))).body.error.code).toBe('exercise.held_lately');
});
