import { Cluster } from './harness/cluster/cluster.js';
import type { KillPoint } from './harness/cluster/node.js';
import { call, type Person } from './harness/clients/http.js';
import { Scene } from './harness/schedule/scene.js';
import { until } from '../support/wait-until.js';

/** A worker is killed in the middle of each job. After its restart the effect exists just once. */

/** A dead worker's lock lasts 10 s, others check for it every 5 s, and a sweep adds it again after 15 s. */
const REDONE_MS = 40_000;
const ROW_MS = 90_000;
const PASSWORD = 'demo-storgatan-12';

let cluster: Cluster;
let scene: Scene;

beforeAll(async () => {
  cluster = await Cluster.start({ nodes: 1, redis: false });
}, ROW_MS);

afterAll(() => cluster.stop());

const sql = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await cluster.database.query<T>(text, values)).rows;

/** Makes a job due by `cause`, kills the worker at that point of it, and starts it again. */
async function dieAt(point: KillPoint, cause: () => Promise<void>): Promise<void> {
  const node = cluster.node(0);
  await node.kill();
  await cause();
  node.spawn(point);
  await node.died();
  await node.start();
}

async function doneOnce(name: string): Promise<void> {
  await until(`${name} is done`, REDONE_MS, async () => {
    const open = await sql('select 1 from outbox where name = $1 and done_at is null', [name]);
    return open.length === 0;
  });
}

/** Moves the alarm into the past by that interval and makes its expiry due. */
async function agedBy(interval: string, alarmId: string): Promise<void> {
  await sql(
    `update alarms set raised_at = raised_at - $2::interval, expires_at = now() where id = $1`,
    [alarmId, interval],
  );
  await sql(
    `update alarm_events set record = record || jsonb_build_object('expiresAt',
        to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) where alarm_id = $1`,
    [alarmId],
  );
  await sql(`update outbox set due_at = now() where payload->>'alarmId' = $1`, [alarmId]);
}

const again = (name: string) => sql('update outbox set done_at = null where name = $1', [name]);

const audited = (action: string, subjectId: string) =>
  sql('select 1 from audit_log where action = $1 and subject_id = $2', [action, subjectId]);

async function newPerson(): Promise<Person & { userId: string }> {
  const { url } = cluster.node(0);
  const email = `siv-${Date.now()}@resq.example`;
  const signedUp = await call<{ user: { id: string }; accessToken: string }>(
    url,
    'POST',
    '/auth/sign-up',
    { body: { email, password: PASSWORD } },
  );
  const { user, accessToken: token } = signedUp.body;
  return { ...scene.karl, token, userId: user.id };
}

describe.each(['before', 'after'] as const)(
  'a worker that is killed %s the effect of a job',
  (moment) => {
    beforeEach(async () => {
      scene = await Scene.on(cluster);
    });

    it(
      'expires an alarm once after its restart',
      async () => {
        const { id } = await scene.press(scene.karl, cluster.urls);
        await dieAt(`resq:job:${moment}:alarm.expire`, () => agedBy('1 hour', id));
        await doneOnce('alarm.expire');
        expect(
          await sql(`select 1 from alarm_events where alarm_id = $1 and kind = 'expired'`, [id]),
        ).toHaveLength(1);
      },
      ROW_MS,
    );

    it(
      'seals every link of the audit chain once after its restart',
      async () => {
        await dieAt(`resq:job:${moment}:audit.seal`, async () => void (await again('audit.seal')));
        await doneOnce('audit.seal');
        const links = await sql<{ seq: number }>(
          'select seq from audit_log where seq is not null order by seq',
        );
        expect(links.length).toBeGreaterThan(0);
        expect(links.map(({ seq }) => seq)).toEqual(links.map((_, index) => index + 1));
      },
      ROW_MS,
    );

    it(
      'retires an old alarm with one tombstone after its restart',
      async () => {
        const { id } = await scene.press(scene.karl, cluster.urls);
        await dieAt(`resq:job:${moment}:housekeeping.retire`, async () => {
          await agedBy('13 months', id);
          await again('housekeeping.retire');
        });
        await doneOnce('housekeeping.retire');
        expect(await sql('select 1 from alarms where id = $1', [id])).toEqual([]);
        expect(await audited('alarm.retired', id)).toHaveLength(1);
      },
      ROW_MS,
    );

    it(
      'erases a closed account once after its restart',
      async () => {
        const siv = await newPerson();
        await dieAt(`resq:job:${moment}:account.erase`, async () => {
          // The API would write this row, but needs a running node, whose worker would take it.
          await sql(
            `insert into outbox (id, name, payload, due_at)
           values (gen_random_uuid(), 'account.erase', $1, now())`,
            [JSON.stringify({ userId: siv.userId, membershipIds: [] })],
          );
        });
        await doneOnce('account.erase');
        expect(await sql('select 1 from users where id = $1', [siv.userId])).toEqual([]);
        expect(await audited('account.erased', siv.userId)).toHaveLength(1);
      },
      ROW_MS,
    );
  },
);
