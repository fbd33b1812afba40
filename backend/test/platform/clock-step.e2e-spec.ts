import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../infra/local/ports.mjs';
import { boot, type RunningApp } from '../../src/boot.js';
import type { RaiseResult, Sync } from '../../src/contract/alarm.js';
import { StreamWriter } from '../../src/modules/alarms/stream/stream-writer.repository.js';
import { SystemClock } from '../../src/platform/clock.js';
import { ClockSync } from '../../src/platform/database/clock-sync.js';
import { createDataSource } from '../../src/platform/database/data-source.js';
import { Outbox, type JobName } from '../../src/platform/jobs/outbox.js';
import { createLogger } from '../../src/platform/logging.js';
import { call, openTab, signIn, type Person } from '../support/client.js';
import { createSeededDatabase } from '../support/seeded-database.js';
import { ORIGIN } from '../support/start-app.js';

/** One node as in production, whose machine's clock is set while it runs. */

const HOUR_MS = 61 * 60_000;
/** The time for a round trip to the database on a busy machine. */
const NEAR_MS = 5_000;

let node: RunningApp & { url: string };
let databaseUrl: string;
let dataDir: string;
let karl: Person;
let lisa: Person;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'resq-clock-'));
  const port = await freePort();
  databaseUrl = await createSeededDatabase();
  const app = await boot({
    PORT: String(port),
    PUBLIC_URL: ORIGIN,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    DEMO: 'on',
    LOG_LEVEL: 'silent',
  });
  node = { ...app, url: `http://127.0.0.1:${port}` };
  await node.ready;
});

afterAll(async () => {
  await node.close();
  process.removeAllListeners('unhandledRejection');
  rmSync(dataDir, { recursive: true, force: true });
});

afterEach(() => jest.restoreAllMocks());

const press = (person: Person, type: string) =>
  call<RaiseResult>(node, `POST /buildings/${person.buildingId}/alarms`, {
    token: person.token,
    body: { alarmId: randomUUID(), type, separate: true },
  });

it.each([-HOUR_MS, HOUR_MS])(
  'a clock that is set by %i ms changes no expiry, ends no alarm and refuses no token',
  async (stepMs) => {
    [karl, lisa] = [await signIn(node, 'karl'), await signIn(node, 'lisa')];
    const tab = await openTab(node, lisa);
    const before = await press(karl, 'fire');
    const real = Date.now.bind(Date);
    jest.spyOn(Date, 'now').mockImplementation(() => real() + stepMs);
    const { status, body } = await press(lisa, 'medical');
    expect(status).toBe(201);
    const leftMs = Date.parse(body.alarm.expiresAt) - real();
    expect(Math.abs(leftMs - 60 * 60_000)).toBeLessThan(NEAR_MS);
    await tab.until('alarm:event', 2);
    const events = `GET /buildings/${karl.buildingId}/events?after=0`;
    const { body: sync } = await call<Sync>(node, events, { token: karl.token });
    expect(Math.abs(Date.parse(sync.serverNow) - real())).toBeLessThan(NEAR_MS);
    const active = sync.active.map(({ id }) => id);
    expect(active).toEqual(expect.arrayContaining([before.body.alarm.id, body.alarm.id]));
    expect((await signIn(node, 'anna')).token).not.toBe('');
    tab.close();
  },
);

it('the clock follows the database, whatever the machine says', () => {
  const clock = new SystemClock();
  const asked = performance.now();
  const databaseNow = new Date(Date.now() + HOUR_MS);
  expect(clock.correct(databaseNow, asked, asked)).toBeGreaterThan(HOUR_MS - NEAR_MS);
  jest.spyOn(Date, 'now').mockReturnValue(0);
  expect(Math.abs(clock.now().getTime() - databaseNow.getTime())).toBeLessThan(NEAR_MS);
  expect(new SystemClock().now().getTime()).toBeLessThan(NEAR_MS);
});

it.each([-HOUR_MS, HOUR_MS])(
  'a node whose clock is %i ms off begins what is due by the database’s, and nothing else',
  async (aheadMs) => {
    const schema = { entities: [], migrations: [] };
    const database = await createDataSource(databaseUrl, schema, { poolSize: 1 }).initialize();
    const clock = new SystemClock();
    const asked = performance.now();
    clock.correct(new Date(Date.now() + aheadMs), asked, asked);
    const outbox = new Outbox(database, clock);
    // No release has this job, so that the running node leaves its rows alone.
    const names = [`test.${aheadMs}` as JobName];
    const rows = (time: string) =>
      database.query<{ id: string }[]>(
        `insert into outbox (id, name, payload, due_at)
         values (gen_random_uuid(), $1, '{}', now() + $2::interval) returning id`,
        [names[0], time],
      );
    const [due] = await rows('-1 s');
    const [later] = await rows('1 min');
    expect((await outbox.findDue(names, 10)).map(({ id }) => id)).toEqual([due!.id]);
    expect(await outbox.findDueById(due!.id)).toMatchObject({ id: due!.id });
    expect(await outbox.findDueById(later!.id)).toBeUndefined();
    expect((await outbox.claim(names, 10, 60_000)).map(({ id }) => id)).toEqual([due!.id]);
    expect(await outbox.claim(names, 10, 60_000)).toEqual([]);
    const signals = undefined as never;
    const writer = new StreamWriter(database, signals, createLogger('silent'));
    const { id: alarmId } = (await press(await signIn(node, 'karl'), 'other')).body.alarm;
    const escalates = (time: string) =>
      database.query('update alarms set escalates_at = now() + $2::interval where id = $1', [
        alarmId,
        time,
      ]);
    await escalates('1 min');
    const claimed = async () =>
      (await writer.claimDue(clock.ofStatement(), 50)).map(({ id }) => id);
    expect(await claimed()).not.toContain(alarmId);
    await database.destroy();
  },
);

it('a wait for a connection does not count as the way to the database', async () => {
  const schema = { entities: [], migrations: [] };
  const database = await createDataSource(databaseUrl, schema, { poolSize: 1 }).initialize();
  const taker = database.createQueryRunner();
  await taker.connect();
  const clock = new SystemClock();
  const sync = new ClockSync(clock, database, createLogger('silent'));
  const real = performance.now.bind(performance);
  let waitedMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => real() + waitedMs);
  const started = sync.start();
  waitedMs = HOUR_MS;
  await taker.release();
  await started;
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(NEAR_MS);
  sync.onApplicationShutdown();
  await database.destroy();
});
