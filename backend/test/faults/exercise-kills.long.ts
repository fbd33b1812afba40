import type { Exercise } from '../../src/contract/exercises.js';
import { Cluster } from './harness/cluster/cluster.js';
import type { KillPoint } from './harness/cluster/node.js';
import { call } from './harness/clients/http.js';
import { Scene } from './harness/schedule/scene.js';
import { until } from '../support/wait-until.js';

/**
 * Nodes are killed at each step of an exercise: it is announced once, begins once and ends once. The
 * nodes use PostgreSQL's time, so the test moves the exercise towards the present instead of the clock.
 */

/** A dead worker's lock lasts 10 s, others check for it every 5 s, and a sweep adds it again after 15 s. */
const REDONE_MS = 40_000;
const ROW_MS = 300_000;
const DAY_MS = 24 * 60 * 60_000;

let cluster: Cluster;
let scene: Scene;

beforeAll(async () => {
  cluster = await Cluster.start({ nodes: 2, redis: false });
}, ROW_MS);

afterAll(() => cluster.stop());

const sql = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await cluster.database.query<T>(text, values)).rows;

const killAll = () => Promise.all(cluster.nodes.map((node) => node.kill()));
const startAll = () => Promise.all(cluster.nodes.map((node) => node.start()));

/** Makes the next step due while no node lives. One node dies in it, and then both start. */
async function dieAt(point: KillPoint, cause: () => Promise<unknown>): Promise<void> {
  await killAll();
  await cause();
  cluster.node(0).spawn(point);
  await cluster.node(0).died();
  await startAll();
}

async function doneOnce(job: string): Promise<void> {
  await until(`${job} is done`, REDONE_MS, async () => {
    const open = await sql('select 1 from outbox where name = $1 and done_at is null', [job]);
    return open.length === 0;
  });
}

/** Moves the exercise and its jobs so that this one is due now. */
async function moveTo(job: string, id: string): Promise<void> {
  const due = `(select due_at - now() from outbox where name = $1 and payload ->> 'id' = $2)`;
  await sql(`update exercises set at = at - ${due} where id::text = $2`, [job, id]);
  await sql(`update outbox set due_at = due_at - ${due} where payload ->> 'id' = $2`, [job, id]);
}

/** Moves the alarm of the exercise so that it has lasted a quarter of an hour. */
async function moveToEnd(id: string): Promise<void> {
  await sql(
    `update alarms set raised_at = raised_at - interval '15 minutes', expires_at = now()
      where id = $1`,
    [id],
  );
  await sql(
    `update alarm_events set record = record || jsonb_build_object('expiresAt',
        to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) where alarm_id = $1`,
    [id],
  );
  await sql(`update outbox set due_at = now() where payload ->> 'alarmId' = $1`, [id]);
}

const announcements = () =>
  sql(
    `select 1 from outbox where name = 'push.notice' and payload ->> 'about' = 'exercise_announced'`,
  );
const eventsOf = async (id: string) => {
  const found = 'select kind from alarm_events where alarm_id = $1 order by seq';
  return (await sql<{ kind: string }>(found, [id])).map(({ kind }) => kind);
};

/** @returns noon, UTC, which is one or two o'clock in Sweden, in three or four days */
function noon(): string {
  return new Date((Math.floor(Date.now() / DAY_MS) + 3.5) * DAY_MS).toISOString();
}

async function plan(body: { at?: string }): Promise<string> {
  const { token, buildingId } = scene.anna;
  const options = { token, body };
  const route = `/buildings/${buildingId}/exercises`;
  const planned = await call<Exercise>(cluster.node(1).url, 'POST', route, options);
  expect(planned.status).toBe(201);
  return planned.body.id;
}

afterEach(() => scene.close(cluster.node(1).url));

beforeEach(async () => {
  await sql('delete from exercises');
  await sql(
    `delete from outbox where name in ('exercise.announce', 'exercise.start', 'push.notice')`,
  );
  // One that was held lately would be in the way of the next.
  await sql(`update alarms set raised_at = raised_at - interval '2 days' where exercise`);
  scene = await Scene.on(cluster);
});

it.each(['before', 'after'] as const)(
  'a planned exercise survives the end of its node %s the effect of each of its steps',
  async (moment) => {
    const id = await plan({ at: noon() });
    await dieAt(`resq:job:${moment}:exercise.announce`, () => moveTo('exercise.announce', id));
    await doneOnce('exercise.announce');
    expect(await announcements()).toHaveLength(1);
    expect(await eventsOf(id)).toEqual([]);

    await dieAt(`resq:job:${moment}:exercise.start`, () => moveTo('exercise.start', id));
    await doneOnce('exercise.start');
    expect(await announcements()).toHaveLength(1);
    expect(await eventsOf(id)).toEqual(['raised']);
    const tab = await scene.open(scene.lisa, ...cluster.urls);
    expect(tab.activeIds).toEqual([id]);

    await dieAt(`resq:job:${moment}:alarm.expire`, () => moveToEnd(id));
    await doneOnce('alarm.expire');
    expect(await eventsOf(id)).toEqual(['raised', 'expired']);
    await scene.settled();
    expect(tab.activeIds).toEqual([]);
  },
  ROW_MS,
);

it.each(['before', 'after'] as const)(
  'an exercise begins once when its node dies %s the commit of its alarm',
  async (moment) => {
    const id = await plan({ at: noon() });
    await dieAt(`resq:press:${moment}-commit`, () => moveTo('exercise.start', id));
    await doneOnce('exercise.start');
    expect(await eventsOf(id)).toEqual(['raised']);
    const saved = await sql<{ readiness: object | null }>(
      'select readiness from exercises where id = $1',
      [id],
    );
    expect(saved[0]?.readiness).not.toBeNull();
  },
  ROW_MS,
);

it.each(['before', 'after'] as const)(
  'an exercise that was called off does not begin, also when a node dies %s its start',
  async (moment) => {
    const id = await plan({ at: noon() });
    await moveTo('exercise.announce', id);
    await doneOnce('exercise.announce');
    const { token, buildingId } = scene.anna;
    const route = `/buildings/${buildingId}/exercises/${id}`;
    expect((await call(cluster.node(1).url, 'DELETE', route, { token })).status).toBe(204);
    await dieAt(`resq:job:${moment}:exercise.start`, () => moveTo('exercise.start', id));
    await doneOnce('exercise.start');
    expect(await eventsOf(id)).toEqual([]);
  },
  ROW_MS,
);

it.each(['before', 'after'] as const)(
  'a real alarm ends the exercise and is shown, also when its node dies %s the commit',
  async (moment) => {
    const id = await plan({ at: noon() });
    await moveTo('exercise.start', id);
    await doneOnce('exercise.start');
    await cluster.node(0).kill();
    await cluster.node(0).start(`resq:press:${moment}-commit`);
    const tab = await scene.open(scene.lisa, ...cluster.urls.toReversed());
    expect(tab.activeIds).toEqual([id]);
    const real = await scene.press(scene.karl, cluster.urls);
    await cluster.node(0).died();
    await cluster.node(0).start();
    await scene.settled();
    expect(real.outcome).toBe('ok');
    expect(tab.activeIds).toEqual([real.id]);
    expect(await eventsOf(id)).toEqual(['raised', 'resolved']);
    expect(await eventsOf(real.id)).toEqual(['raised']);
  },
  ROW_MS,
);
