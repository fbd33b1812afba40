import pg from 'pg';
import { call, signIn, type Person } from '../support/client.js';
import { asOwner } from '../support/create-database.js';
import { freshApp } from '../support/fresh-app.js';
import type { TestApp } from '../support/start-app.js';

/** The lists of a board cost what its own building costs, however many others there are. */

const HOMES = 300;
const MEMBERS = 600;
const OTHERS = 5_000;
/** One has a row for each running process; the jobs of the node read the other meanwhile. */
const IGNORED = ['nodes', 'outbox'];

let app: TestApp;
let anna: Person;
let admin: Person;

beforeAll(async () => {
  app = await freshApp();
  anna = await signIn(app, 'anna');
  admin = await signIn(app, 'admin');
  await asOwner(app.databaseUrl, async (owner) => {
    for (const sql of CROWD) await owner.query(sql.replaceAll('$building', `'${anna.buildingId}'`));
    await owner.query('analyze');
  });
});
afterAll(() => app.close());

/** Other buildings with four homes, members and invitations each, and this one with hundreds. */
const CROWD = [
  `insert into buildings (id, name, address, created_at, open_demo)
   select gen_random_uuid(), 'Hus ' || n, 'Gatan ' || n, now() - n * interval '1 minute', false
     from generate_series(1, ${OTHERS}) n`,
  `create temp table crowd as
   select b.id as building_id, gen_random_uuid() as user_id, gen_random_uuid() as id, n
     from buildings b cross join lateral generate_series(1, 4) n where b.id <> $building
    union all
   select $building, gen_random_uuid(), gen_random_uuid(), n from generate_series(1, ${MEMBERS}) n`,
  `insert into users (id, email, password_hash, password_is_long, created_at)
   select user_id, user_id || '@resq.example', '', true, now() from crowd`,
  `insert into memberships (id, user_id, building_id, role, status, may_send, name, entrance,
                            apartment, created_at, active_since)
   select id, user_id, building_id, 'resident', 'active', true, 'Namn ' || n, 'A',
          lpad((1000 + n % ${HOMES})::text, 4, '0'), now(), now() from crowd`,
  `insert into homes (building_id, entrance, apartment)
   select building_id, 'A', lpad((1000 + n % ${HOMES})::text, 4, '0') from crowd
   on conflict do nothing`,
  `insert into invitations (id, building_id, kind, role, token_hash, entrance, apartment, invited_by,
                            created_at, expires_at, ended_at)
   select gen_random_uuid(), building_id, 'personal', 'resident', gen_random_uuid()::text, 'A',
          lpad((1000 + n % ${HOMES})::text, 4, '0'), id, now(), now() + interval '60 days',
          case when n % 2 = 0 then now() end
     from crowd`,
  `insert into devices (user_id, device_id, label, sound, push, seen_at)
   select user_id, gen_random_uuid(), 'Chrome', 'armed', 'on', now() from crowd`,
  `insert into auth_sessions (id, user_id, created_at, expires_at)
   select user_id, user_id, now(), now() + interval '30 days' from crowd`,
  `insert into second_factors (user_id, secret, last_step, created_at)
   select user_id, '', 0, now() from crowd`,
  `insert into push_subscriptions (id, user_id, device_id, session_id, endpoint, p256dh, auth,
                                   created_at, tested_at)
   select gen_random_uuid(), user_id, device_id, user_id, device_id, '', '', now(), now()
     from devices join crowd using (user_id)`,
  `insert into presences (node_id, user_id, device_id, armed)
   select n.id, user_id, device_id, true from (select id from nodes limit 1) n, devices
     join crowd using (user_id)`,
  `insert into audit_log (id, at, action, actor_id, building_id, subject_id, details)
   select gen_random_uuid(), now() - n * interval '1 hour',
          case when n % 2 = 0 then 'alarm.raised' else 'membership.changed' end,
          user_id, building_id, id, '{}' from crowd`,
  `insert into exercises (id, building_id, at, created_at)
   select gen_random_uuid(), building_id, now() - n * interval '1 day', now() from crowd`,
  `insert into alarms (id, building_id, sender_id, type, exercise, status, raised_at, last_press_at,
                       expires_at, last_seq)
   select gen_random_uuid(), building_id, id, 'fire', n % 5 = 0, 'resolved',
          now() - n * interval '1 day', now(), now(), 0 from crowd`,
  `insert into alarm_responses (alarm_id, membership_id, response, at)
   select id, sender_id, 'safe', raised_at from alarms`,
  `insert into alarm_receipts (alarm_id, membership_id, device_id, level, at)
   select id, sender_id, sender_id, 'seen', raised_at from alarms`,
  `insert into kiosks (id, building_id, place, secret_hash, created_at, paired_at)
   select gen_random_uuid(), building_id, 'Trapphus', '', now(), now() from crowd where n = 1`,
];

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

const scannedIn = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? ''] : []),
  ...(plan.Plans ?? []).flatMap(scannedIn),
];

/** Asks for a list, and explains all statements that the node ran meanwhile, with their values. */
async function scans(person: Person, path: string): Promise<string[]> {
  // The spy passes it the client that it was called on.
  // eslint-disable-next-line @typescript-eslint/unbound-method
  const { query } = pg.Client.prototype;
  const ran = new Map<string, unknown[]>();
  const spy = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [sql, values] = args;
    if (typeof sql === 'string' && /^\s*(select|with)\b/i.test(sql)) {
      ran.set(sql, Array.isArray(values) ? values : []);
    }
    return (query as (...all: unknown[]) => unknown).apply(this, args) as never;
  });
  const { status } = await call(app, `GET ${path}`, { token: person.token });
  spy.mockRestore();
  expect(status).toBe(200);
  expect(
    [...ran.keys()].some((sql) => sql.includes('buildings') || sql.includes('building_id')),
  ).toBe(true);
  return asOwner(app.databaseUrl, async (owner) => {
    const scanned: string[] = [];
    for (const [sql, values] of ran) {
      const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (format json) ${sql}`,
        values,
      );
      scanned.push(...scannedIn(rows[0]!['QUERY PLAN'][0].Plan));
    }
    return scanned.filter((table) => !IGNORED.includes(table));
  });
}

it.each(['members', 'homes', 'to-do', 'invitations', 'exercises', 'kiosks', 'log'])(
  'reads the %s of one building of five thousand by an index',
  async (list) => {
    expect(await scans(anna, `/buildings/${anna.buildingId}/${list}`)).toEqual([]);
  },
);

it('reads the page of all buildings by an index', async () => {
  const all = await scans(admin, '/admin/buildings');
  // Whether a home of fifty buildings is ready is asked of all connections and subscriptions at once.
  const ofDevices = ['presences', 'push_subscriptions', 'auth_sessions'];
  expect(all.filter((table) => !ofDevices.includes(table))).toEqual([]);
});
