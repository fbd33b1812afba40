import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../infra/local/ports.mjs';
import { boot, type RunningApp } from '../../src/boot.js';
import type { RaiseResult } from '../../src/contract/alarm.js';
import { callOnce, signIn, untilSaved, type Person } from '../support/client.js';
import { asOwner, onServer } from '../support/create-database.js';
import { createSeededDatabase } from '../support/seeded-database.js';
import { ORIGIN } from '../support/start-app.js';
import { ARRIVES_MS, promised, until } from '../support/wait-until.js';

/** A press that cannot be saved is told so within 3 s, with the advice to ring 112. */

const ANSWERED_MS = 3_000;
const ROLE = `press_${randomUUID().slice(0, 8)}`;

let node: RunningApp & { url: string };
let databaseUrl: string;
let name: string;
let dataDir: string;
let karl: Person;

beforeAll(async () => {
  databaseUrl = await createSeededDatabase();
  name = new URL(databaseUrl).pathname.slice(1);
  await onServer((server) => server.query(`create role ${ROLE} superuser login password 'press'`));
  const asRole = new URL(databaseUrl);
  asRole.username = ROLE;
  asRole.password = 'press';
  dataDir = mkdtempSync(join(tmpdir(), 'resq-failures-'));
  const port = await freePort();
  const app = await boot({
    PORT: String(port),
    PUBLIC_URL: ORIGIN,
    DATABASE_URL: asRole.toString(),
    DATA_DIR: dataDir,
    DEMO: 'on',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
  });
  node = { ...app, url: `http://127.0.0.1:${port}` };
  await node.ready;
  karl = await signIn(node, 'karl');
});

afterAll(async () => {
  await node.close();
  await onServer((server) => server.query(`alter role ${ROLE} nologin`));
  process.removeAllListeners('unhandledRejection');
  rmSync(dataDir, { recursive: true, force: true });
});

const press = () =>
  callOnce<RaiseResult>(node, `POST /buildings/${karl.buildingId}/alarms`, {
    token: karl.token,
    body: { alarmId: randomUUID(), type: 'fire', separate: true },
  });

const CUT = `select pg_terminate_backend(pid) from pg_stat_activity where datname like '$%'`;

/** Runs the statements on the server, with all connections to the database cut. */
const onDatabase = (...statements: string[]) =>
  onServer(async (server) => {
    for (const sql of statements) {
      await server.query(sql.replaceAll('$', name));
      await server.query(CUT.replaceAll('$', name));
    }
  });

/** Runs a statement in the database itself, as its owner. */
const inDatabase = (sql: string) => asOwner(databaseUrl, (owner) => owner.query(sql));

it.each([
  [
    'the database is read-only',
    () => onDatabase('alter database $ set default_transaction_read_only = on'),
    () => onDatabase('alter database $ set default_transaction_read_only = off'),
  ],
  [
    'the role may not log in',
    () => onDatabase(`alter role ${ROLE} nologin`),
    () => onDatabase(`alter role ${ROLE} login`),
  ],
  [
    'no connections are accepted',
    () => onDatabase('alter database $ allow_connections false'),
    () => onDatabase('alter database $ allow_connections true'),
  ],
  [
    'the database is renamed',
    () =>
      onDatabase('alter database $ allow_connections false', 'alter database $ rename to $_gone'),
    () =>
      onDatabase('alter database $_gone rename to $', 'alter database $ allow_connections true'),
  ],
  [
    'a table is renamed',
    () => inDatabase('alter table alarm_events rename to alarm_events_gone'),
    () => inDatabase('alter table alarm_events_gone rename to alarm_events'),
  ],
  [
    'the disk is full',
    () => inDatabase(failingTrigger('53100', 1_000_000)),
    () => inDatabase('drop trigger failing on alarm_events; drop function failing'),
  ],
  [
    'something unforeseen fails',
    () => inDatabase(failingTrigger('XX000', 1_000_000)),
    () => inDatabase('drop trigger failing on alarm_events; drop function failing'),
  ],
] as [string, () => Promise<unknown>, () => Promise<unknown>][])(
  'a press is answered with 503 and 112 within 3 s while %s, and saved afterwards',
  async (_what, breakIt, mendIt) => {
    await breakIt();
    try {
      const since = performance.now();
      expect(await press()).toMatchObject({
        status: 503,
        body: { error: { code: 'alarm.not_kept', message: expect.stringContaining('112') } },
      });
      expect(performance.now() - since).toBeLessThan(promised(ANSWERED_MS));
    } finally {
      await mendIt();
    }
    expect((await untilSaved(press)).status).toBe(201);
  },
);

it.each(['40P01', '40001'])('a press is tried again after SQLSTATE %s', async (state) => {
  await inDatabase(failingTrigger(state, 3));
  expect((await press()).status).toBe(201);
  await inDatabase('drop trigger failing on alarm_events; drop function failing');
});

it('one deadline covers the sign-in check and the press', async () => {
  const { buildingId } = karl;
  const held = inDatabase(`begin; lock table auth_sessions in access exclusive mode;
    select 1 from building_streams where building_id = '${buildingId}' for update;
    select pg_sleep(1.5); commit; begin;
    select 1 from building_streams where building_id = '${buildingId}' for update;
    select pg_sleep(3); commit`);
  await until('the sign-ins are locked', ARRIVES_MS, () =>
    inDatabase(`select 1 / count(*) from pg_locks
      where relation = 'auth_sessions'::regclass and mode = 'AccessExclusiveLock' and granted`)
      .then(() => true)
      .catch(() => false),
  );
  const since = performance.now();
  expect((await press()).status).toBe(503);
  expect(performance.now() - since).toBeLessThan(promised(ANSWERED_MS));
  await held;
});

/** Lets the first events fail; a sequence keeps its count over a rollback. */
function failingTrigger(state: string, times: number): string {
  return `drop sequence if exists tries; create sequence tries;
    create function failing() returns trigger language plpgsql security definer as $$ begin
      if nextval('tries') <= ${times} then raise 'failing' using errcode = '${state}'; end if;
      return new;
    end $$;
    create trigger failing before insert on alarm_events
      for each row execute function failing()`;
}
