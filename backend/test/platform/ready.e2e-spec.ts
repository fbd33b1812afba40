import pg from 'pg';
import { pino } from 'pino';
import type { Sync } from '../../src/contract/alarm.js';
import type { Health } from '../../src/contract/http.js';
import { TrialAlarm } from '../../src/modules/alarms/stream/trial-alarm.repository.js';
import { POOLS, warnOfShortage } from '../../src/platform/database/connections/connection-needs.js';
import { callOnce, signIn } from '../support/client.js';
import { asOwner, onServer } from '../support/create-database.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** `/health/ready` answers 200 only while an alarm can be saved. */

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

const ready = () => callOnce<Health>(app, 'GET /health/ready');
const untilReady = (status: number) =>
  until(`ready answers ${status}`, ARRIVES_MS, async () => (await ready()).status === status);

const run = (sql: string) => () => asOwner(app.databaseUrl, (owner) => owner.query(sql));
/** Sets whether the database is read-only, for all of its connections. */
const setReadOnly = (value: 'on' | 'off') => () =>
  onServer(async (server) => {
    const name = new URL(app.databaseUrl).pathname.slice(1);
    await server.query(`alter database ${name} set default_transaction_read_only = ${value}`);
    // A connection keeps the value with which it began.
    await server.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [name],
    );
  });

it.each([
  ['the database is read-only', setReadOnly('on'), setReadOnly('off')],
  [
    'a table of the alarms is gone',
    run('alter table presses rename to presses_gone'),
    run('alter table presses_gone rename to presses'),
  ],
  [
    'the disk is full',
    run(`create function full_disk() returns trigger language plpgsql as $$
           begin raise 'no space left on device' using errcode = '53100'; end $$;
         create trigger full_disk before insert on alarm_events
           for each row execute function full_disk()`),
    run('drop trigger full_disk on alarm_events'),
  ],
] as [string, () => Promise<unknown>, () => Promise<unknown>][])(
  'a node is not ready while %s, and ready again afterwards',
  async (_what, breakIt, mendIt) => {
    await untilReady(200);
    await breakIt();
    await untilReady(503);
    expect((await ready()).body).toMatchObject({
      status: 'unavailable',
      parts: { database: 'up', writes: 'down' },
    });
    await mendIt();
    await untilReady(200);
  },
);

it('a node is ready while all connections for other work are taken: presses have their own', async () => {
  await untilReady(200);
  const takers = Array.from({ length: POOLS.requests }, () => app.database.createQueryRunner());
  await Promise.all(takers.map((taker) => taker.connect()));
  try {
    expect((await ready()).status).toBe(200);
    // The answer may come from an earlier proof; the next one must succeed as well.
    await app.app.get(TrialAlarm).tryAlarm();
  } finally {
    await Promise.all(takers.map((taker) => taker.release()));
  }
});

it('a proof does not touch the streams, so that it never begins a new epoch', async () => {
  const { token, buildingId } = await signIn(app, 'karl');
  const epoch = async () =>
    (await callOnce<Sync>(app, `GET /buildings/${buildingId}/events?after=0`, { token })).body
      .epoch;
  const before = [await epoch(), await streams()];
  await app.app.get(TrialAlarm).tryAlarm();
  expect([await epoch(), await streams()]).toEqual(before);
});

/** The rows of the streams, with the transactions that wrote them. */
const streams = () => app.database.query<object[]>('select *, xmin::text from building_streams');

it('a proof leaves nothing behind, and frequent questions share one', async () => {
  const tries = jest.spyOn(app.app.get(TrialAlarm), 'tryAlarm');
  await untilReady(200);
  for (let n = 0; n < 20; n += 1) expect((await ready()).status).toBe(200);
  expect(tries.mock.calls.length).toBeLessThanOrEqual(2);
  for (const table of ['alarms', 'alarm_events', 'presses']) {
    expect(await app.database.query(`select 1 from ${table}`)).toEqual([]);
  }
});

it('a start warns when PostgreSQL accepts fewer connections than the running nodes may need', async () => {
  await untilReady(200);
  const lines: object[] = [];
  const logger = pino({ base: null }, { write: (line) => lines.push(JSON.parse(line) as object) });
  await warnOfShortage(app.database, 'all', logger);
  expect(lines).toEqual([]);
  const settings = await app.database.query<{ accepted: number }[]>(
    `select current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int as accepted`,
  );
  const accepted = settings[0]?.accepted ?? 0;
  // This node may need 31 and each other one at least 21.
  const count = Math.floor((accepted - 31) / 21) + 1;
  const others = Array.from({ length: count }, () => {
    const application_name = 'resq-listen';
    return new pg.Client({ connectionString: app.databaseUrl, application_name });
  });
  await Promise.all(others.map((other) => other.connect()));
  try {
    await warnOfShortage(app.database, 'all', logger);
    expect(lines).toMatchObject([
      { level: 40, accepted, nodes: count + 1, needed: 31 + 21 * count },
    ]);
  } finally {
    await Promise.all(others.map((other) => other.end()));
  }
});
