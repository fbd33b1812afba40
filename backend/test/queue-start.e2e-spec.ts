import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { readConfig, type Config } from '../src/platform/config.js';
import { JobQueue } from '../src/platform/jobs/job-queue.js';
import { Outbox } from '../src/platform/jobs/outbox.js';
import { createLogger, type Logger } from '../src/platform/logging.js';
import { ORIGIN, startApp, type TestApp } from './start-app.js';
import { TcpDoor } from './tcp-door.js';

/** A job queue of its own, whose connections go through a door. */

let app: TestApp;
let door: TcpDoor;
let jobs: JobQueue;
let logger: Logger;
let done: () => void;
let isDone: Promise<void>;

beforeEach(async () => {
  app = await startApp({ env: { ROLE: 'api' } });
  door = await (await TcpDoor.before(app.databaseUrl)).open();
  const env = { PUBLIC_URL: ORIGIN, DATABASE_URL: door.url, DATA_DIR: app.dataDir };
  const config: Config = readConfig({ ...env, ROLE: 'worker' });
  logger = createLogger('silent');
  jobs = new JobQueue(config, logger, app.clock, app.app.get(Outbox));
  isDone = new Promise((resolve) => (done = resolve));
  jobs.handle('alarm.expire', () => Promise.resolve(done()));
});

afterEach(async () => {
  jest.restoreAllMocks();
  await door.open();
  await jobs.onApplicationShutdown();
  await app.close();
  await door.shut();
});

const addJob = () =>
  app.app
    .get(Outbox)
    .add(app.database.manager, 'alarm.expire', { alarmId: randomUUID() }, app.clock.now());

it('is built later when the database dies exactly while it is built', async () => {
  const { connect } = pg.Pool.prototype as { connect: (this: pg.Pool) => Promise<pg.PoolClient> };
  const both: (() => void)[] = [];
  // Queue and worker have their connections when it dies, and are about to look at the schema.
  const dieAmidTheFirstLook = async function (this: pg.Pool): Promise<pg.PoolClient> {
    const client = await connect.call(this);
    client.on('error', () => undefined);
    await new Promise<void>((resolve) => {
      both.push(resolve);
      if (both.length === 2) both.forEach((go) => go());
    });
    door.slam();
    return client;
  };
  const asked = jest
    .spyOn(pg.Pool.prototype, 'connect')
    .mockImplementationOnce(dieAmidTheFirstLook as never)
    .mockImplementationOnce(dieAmidTheFirstLook as never);
  await jobs.start();
  // A worker that was left running on its first failure would ask without a pause.
  const before = asked.mock.calls.length;
  await new Promise((later) => setTimeout(later, 300));
  expect(asked.mock.calls.length - before).toBeLessThan(5);
  await door.open();
  await addJob();
  await jobs.sweep();
  while (!(await settled(isDone))) await jobs.sweep();
});

it('asks calmly while the database is away, and runs its jobs once it is back', async () => {
  await jobs.start();
  const warned = jest.spyOn(logger, 'warn');
  door.slam();
  await new Promise((later) => setTimeout(later, 2_000));
  expect(warned.mock.calls.length).toBeLessThan(20);
  await door.open();
  await addJob();
  const backAt = performance.now();
  while (!(await settled(isDone))) await jobs.sweep();
  expect(performance.now() - backAt).toBeLessThan(15_000);
});

function settled(work: Promise<void>): Promise<boolean> {
  const soon = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 100));
  return Promise.race([work.then(() => true), soon]);
}
