import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { readConfig, type Config } from '../../src/platform/config.js';
import { ClaimedJobs } from '../../src/platform/jobs/claimed-jobs.js';
import { JobQueue } from '../../src/platform/jobs/job-queue.js';
import { Outbox } from '../../src/platform/jobs/outbox.js';
import { Metrics } from '../../src/platform/metrics.js';
import { createLogger, type Logger } from '../../src/platform/logging.js';
import { ChangeSignals } from '../../src/platform/realtime/change-signals.js';
import { ORIGIN, startApp, type TestApp } from '../support/start-app.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { ARRIVES_MS, promised, until } from '../support/wait-until.js';

/** Each of five queues has a connection, and so has each of their workers. */
const PARTS = 10;

/** A job queue whose own connections go through a proxy. */

let app: TestApp;
let proxy: TcpProxy;
let jobs: JobQueue;
let logger: Logger;
let isDone: boolean;

beforeEach(async () => {
  app = await startApp({ env: { ROLE: 'api' } });
  proxy = await (await TcpProxy.before(app.databaseUrl)).open();
  const env = { PUBLIC_URL: ORIGIN, DATABASE_URL: proxy.url, DATA_DIR: app.dataDir };
  const config: Config = readConfig({ ...env, ROLE: 'worker' });
  logger = createLogger('silent');
  jobs = new JobQueue(
    config,
    logger,
    { 'alarm.expire': 'alarms' } as never,
    app.clock,
    app.app.get(Outbox),
    app.app.get(ClaimedJobs),
    app.app.get(Metrics),
    app.app.get(ChangeSignals),
  );
  isDone = false;
  jobs.handle('alarm.expire', () => {
    isDone = true;
    return Promise.resolve();
  });
});

afterEach(async () => {
  jest.restoreAllMocks();
  await proxy.open();
  await jobs.onApplicationShutdown();
  await app.close();
  await proxy.close();
});

const addJob = () =>
  app.app
    .get(Outbox)
    .add(app.database.manager, 'alarm.expire', { alarmId: randomUUID() }, app.clock.now());

const untilDone = () =>
  until('the job is done', ARRIVES_MS, async () => {
    await jobs.sweep();
    return isDone;
  });

it('queues are built later when the database dies while they are built', async () => {
  const { connect } = pg.Pool.prototype as { connect: (this: pg.Pool) => Promise<pg.PoolClient> };
  const all: (() => void)[] = [];
  // The database dies when every queue and worker has a connection and is about to read the schema.
  const dieAmidTheFirstLook = async function (this: pg.Pool): Promise<pg.PoolClient> {
    const client = await connect.call(this);
    await new Promise<void>((resolve) => {
      all.push(resolve);
      if (all.length === PARTS) all.forEach((go) => go());
    });
    proxy.become('resets');
    return client;
  };
  const asked = jest.spyOn(pg.Pool.prototype, 'connect');
  for (let part = 0; part < PARTS; part += 1) {
    asked.mockImplementationOnce(dieAmidTheFirstLook as never);
  }
  await jobs.start();
  // A worker left running after its first failure would query without a pause.
  const before = asked.mock.calls.length;
  await new Promise((later) => setTimeout(later, 300));
  expect(asked.mock.calls.length - before).toBeLessThan(PARTS * 3);
  await proxy.open();
  await addJob();
  await jobs.sweep();
  await untilDone();
});

it('a worker retries slowly while the database is away, and runs its jobs once it is back', async () => {
  await jobs.start();
  const warned = jest.spyOn(logger, 'warn');
  proxy.become('resets');
  await new Promise((later) => setTimeout(later, 2_000));
  expect(warned.mock.calls.length).toBeLessThan(PARTS * 10);
  await proxy.open();
  await addJob();
  const backAt = performance.now();
  await untilDone();
  expect(performance.now() - backAt).toBeLessThan(promised(15_000));
});
