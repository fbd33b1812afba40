import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { POOLS } from '../../src/platform/database/connections/connection-needs.js';
import { PRESS_DATABASE, PUMP_DATABASE } from '../../src/platform/tokens.js';
import { call, openTab, signIn, type Person, type Tab } from '../support/client.js';
import { asOwner } from '../support/create-database.js';
import { startApp, type TestApp } from '../support/start-app.js';

/** A press costs the same on the first day of a database as later, although nobody analyses it. */

/** PostgreSQL keeps one plan of a prepared statement after five executions, on each connection. */
const FIRST = 6 * POOLS.presses;
const MORE = 40;
/** Other work of the node, once a second, may read these tables too. */
const BY_OTHERS = 0.25;

/** Everything that a press reads or writes, also for its neighbours. */
const TABLES = [
  'alarm_events',
  'alarms',
  'auth_sessions',
  'building_streams',
  'member_versions',
  'memberships',
  'presses',
  'push_subscriptions',
];

/** Another house, whose members all have a push subscription. $1 how many. */
const OTHERS = `
  with house as (
    insert into buildings (id, name, address, created_at)
    values (gen_random_uuid(), 'Hus', 'Gata', now()) returning id
  ), people as (
    insert into users (id, email, password_hash, password_is_long, created_at)
    select id, id || '@resq.example', '-', false, now()
      from (select gen_random_uuid() as id from generate_series(1, $1)) as new returning id
  ), members as (
    insert into memberships (id, user_id, building_id, role, status, name, apartment, created_at)
    select gen_random_uuid(), people.id, house.id, 'resident', 'active', 'Karl Ek',
           (1000 + row_number() over ())::text, now() from people, house
  ), sessions as (
    insert into auth_sessions (id, user_id, created_at, expires_at)
    select id, id, now(), now() + interval '1 day' from people
  ), known as (
    insert into devices (user_id, device_id, label, push, seen_at, sound)
    select id, id, 'Mobil', 'on', now(), 'armed' from people
  )
  insert into push_subscriptions (id, user_id, device_id, session_id, endpoint, auth, p256dh, created_at)
  select id, id, id, id, 'https://push.example/' || id, '-', '-', now() from people`;

/** Counts in all, or for one press. */
interface Reads {
  table: string;
  /** Reads of the whole table. Their rows are not counted, because most are the other work's. */
  scans: number;
  rows: number;
}

let app: TestApp;
let karl: Person;
let tab: Tab;

beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMITS: 'off' } });
  // Once PostgreSQL knows that a table is small, it reads it whole.
  const unknown = TABLES.map((table) => `alter table ${table} set (autovacuum_enabled = off)`);
  await asOwner(app.databaseUrl, (owner) => owner.query(unknown.join(';')));
  karl = await signIn(app, 'karl');
  tab = await openTab(app, karl);
});

afterAll(async () => {
  tab.close();
  await app.close();
});

async function press(count: number): Promise<void> {
  const { token, buildingId } = karl;
  for (let n = 0; n < count; n += 1) {
    const shown = tab.all('alarm:event').length + 1;
    const body = { alarmId: randomUUID(), type: 'fire', separate: true };
    await call(app, `POST /buildings/${buildingId}/alarms`, { token, body });
    await tab.until('alarm:event', shown);
    // An end is no part of a press, and the next one looks at each active alarm.
    await app.database.query(`update alarms set status = 'resolved' where id = $1`, [body.alarmId]);
  }
}

/** Returns what was read until now, after every connection has reported it. */
async function reads(): Promise<Reads[]> {
  for (const [token, size] of [
    [PRESS_DATABASE, POOLS.presses],
    [PUMP_DATABASE, POOLS.pump],
  ] as const) {
    const database = app.app.get<DataSource>(token);
    const report = () => database.query('select pg_stat_force_next_flush(), pg_sleep(0.1)');
    await Promise.all(Array.from({ length: size }, report));
  }
  return app.database.query<Reads[]>(
    `select relname as table, seq_scan::int as scans,
            coalesce(idx_tup_fetch, 0)::int as rows
       from pg_stat_user_tables where relname = any($1) order by relname`,
    [TABLES],
  );
}

/** Returns what each of the next presses reads. */
async function readsOfPress(): Promise<Reads[]> {
  const before = await reads();
  await press(MORE);
  const after = await reads();
  return after.map(({ table, scans, rows }, n) => ({
    table,
    scans: (scans - (before[n]?.scans ?? 0)) / MORE,
    rows: (rows - (before[n]?.rows ?? 0)) / MORE,
  }));
}

it('scans no table, and reads as many rows after many alarms and houses as after few', async () => {
  await press(FIRST);
  await app.database.query(OTHERS, [MORE]);
  const few = await readsOfPress();
  await app.database.query(OTHERS, [MORE]);
  const many = await readsOfPress();
  expect(few.map(({ table }) => table)).toEqual(TABLES);
  expect([...few, ...many].filter(({ scans }) => scans > BY_OTHERS)).toEqual([]);
  // A press that read all alarms of its house or sender would read MORE more of them, and so would one
  // that read the members of other houses, or their subscriptions.
  const growth = many.map(({ table, rows }, n) => ({ table, rows: rows - (few[n]?.rows ?? 0) }));
  expect(growth.filter(({ rows }) => rows > MORE / 8)).toEqual([]);
});
