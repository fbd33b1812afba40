import { randomUUID } from 'node:crypto';
import { JobQueue, type QueueOf } from '../../src/platform/jobs/job-queue.js';
import { Outbox } from '../../src/platform/jobs/outbox.js';
import { Metrics } from '../../src/platform/metrics.js';
import { QUEUE_OF } from '../../src/platform/tokens.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** Two workers on one database, which run a job that only this test adds. */

/** A name that the product does not use; the cast gives it the payload type of a real job. */
const TEST_JOB = 'test.mark' as 'alarm.expire';
const NEWER_JOB = 'test.newer' as 'alarm.expire';
const POISON = 'poison';
const OUTAGE = 'outage';
/** The attempts after which any other failing job is given up. */
const OUTAGES = 5;
/** An open row is added again after this time. */
const AGAIN_MS = 15_000;

let app: TestApp;
let other: TestApp;
let runs: string[];
/** All applications of this process have the same one. */
let queueOf: Partial<QueueOf>;
let release: (() => void) | undefined;

beforeAll(async () => {
  app = await startApp({ jobs: true });
  other = await startApp({ databaseUrl: app.databaseUrl, clock: app.clock, jobs: true });
  queueOf = app.app.get<Partial<QueueOf>>(QUEUE_OF);
  queueOf[TEST_JOB] = 'housekeeping';
  for (const worker of [app, other]) {
    worker.app.get(JobQueue).handle(TEST_JOB, async ({ alarmId: mark }) => {
      runs.push(mark);
      if (mark === POISON) throw new Error('bad payload of Bo Ek');
      if (mark === OUTAGE && runs.filter((one) => one === OUTAGE).length <= OUTAGES) {
        throw Object.assign(new Error('terminating connection'), { code: '57P01' });
      }
      if (mark === 'slow') await new Promise<void>((resolve) => (release = resolve));
    });
  }
});

afterAll(async () => {
  await other.close();
  await app.close();
  delete queueOf[TEST_JOB];
  delete queueOf[NEWER_JOB];
});

beforeEach(async () => {
  runs = [];
  await app.database.query('delete from outbox');
});

const add = (mark: string, name = TEST_JOB) =>
  app.app.get(Outbox).add(app.database.manager, name, { alarmId: mark }, app.clock.now());

const rows = (condition: string, name: string = TEST_JOB) =>
  app.database.query<{ failure: string | null }[]>(
    `select failure from outbox where name = $1 and ${condition}`,
    [name],
  );

it('a job that always fails is given up and counted in the metrics, and delays no other job', async () => {
  await add(POISON);
  const marks = Array.from({ length: 100 }, () => randomUUID());
  for (const mark of marks) await add(mark);
  await Promise.all([app.app.get(JobQueue).sweep(), other.app.get(JobQueue).sweep()]);
  await until(
    'a hundred jobs are done',
    ARRIVES_MS,
    async () => (await rows('done_at is not null')).length === 100,
  );
  expect(runs.filter((mark) => mark !== POISON).toSorted()).toEqual(marks.toSorted());
  await until('one job has failed', ARRIVES_MS, async () => {
    // On a busy machine the queue gives a stalled job up, and a later sweep adds it again.
    app.clock.step(AGAIN_MS);
    await app.app.get(JobQueue).sweep();
    return (await rows('failed_at is not null')).length === 1;
  });
  expect(runs.filter((mark) => mark === POISON).length).toBeGreaterThanOrEqual(5);
  expect(await rows('failed_at is not null')).toEqual([{ failure: 'Error' }]);
  const text = await Promise.all([app, other].map((one) => one.app.get(Metrics).text()));
  expect(text.join('\n')).toContain('resq_jobs_total{job="test.mark",result="failed"} 1');
  expect(text[0]).toContain('resq_outbox_rows{state="failed"} 1');
  await app.database.query('update outbox set failed_at = null, failure = null');
  app.clock.step(AGAIN_MS);
  await app.app.get(JobQueue).sweep();
  await until(
    'the job runs again',
    ARRIVES_MS,
    () => runs.filter((mark) => mark === POISON).length > 5,
  );
});

it('a job is not given up when the database is away at its last attempt too, and says so', async () => {
  await add(OUTAGE);
  await until('the job is done', ARRIVES_MS, async () => {
    app.clock.step(AGAIN_MS);
    await app.app.get(JobQueue).sweep();
    return (await rows('done_at is not null')).length === 1;
  });
  expect(runs.filter((mark) => mark === OUTAGE)).toHaveLength(OUTAGES + 1);
  const text = await Promise.all([app, other].map((one) => one.app.get(Metrics).text()));
  expect(text.join('\n')).toContain('resq_jobs_total{job="test.mark",result="stuck"} 1');
});

it('a job of a newer release waits for a worker that knows it', async () => {
  const isOpen = async () =>
    (await rows('done_at is null and failed_at is null', NEWER_JOB)).length === 1;
  const sweep = () => {
    app.clock.step(AGAIN_MS);
    return app.app.get(JobQueue).sweep();
  };
  await add('newer', NEWER_JOB);
  await sweep();
  await add('known');
  await sweep();
  await until('the next job ran', ARRIVES_MS, () => runs.includes('known'));
  const queued = 'select 1 from bullmq.job where name = $1';
  expect(await app.database.query(queued, [NEWER_JOB])).toEqual([]);
  expect(await isOpen()).toBe(true);
  // A worker of that release adds it to the queue, which the older ones share.
  queueOf[NEWER_JOB] = 'housekeeping';
  await until('no worker can run it', ARRIVES_MS, async () => {
    await sweep();
    const text = await Promise.all([app, other].map((one) => one.app.get(Metrics).text()));
    return text.join().includes('resq_jobs_total{job="test.newer",result="stuck"}');
  });
  expect(await isOpen()).toBe(true);
  for (const worker of [app, other]) {
    worker.app.get(JobQueue).handle(NEWER_JOB, ({ alarmId: mark }) => {
      runs.push(mark);
      return Promise.resolve();
    });
  }
  await until('the job is done', ARRIVES_MS, async () => {
    await sweep();
    return !(await isOpen());
  });
  expect(await rows('done_at is not null', NEWER_JOB)).toHaveLength(1);
  expect(runs).toEqual(['known', 'newer']);
});

it('a sweep runs the jobs again that an emptied queue lost', async () => {
  await add('first');
  await app.app.get(JobQueue).sweep();
  // The row is marked after the job has run.
  const isDone = async () => (await rows('done_at is not null')).length === 1;
  await until('the job is done', ARRIVES_MS, isDone);
  await app.database.query(`update outbox set done_at = null where payload->>'alarmId' = 'first'`);
  await app.database.query('delete from bullmq.job');
  await until('the job ran again', ARRIVES_MS, async () => {
    app.clock.step(AGAIN_MS);
    await app.app.get(JobQueue).sweep();
    return runs.length >= 2;
  });
});

it('a sweep does not add a job that is already running', async () => {
  await add('slow');
  await app.app.get(JobQueue).sweep();
  await until('the job runs', ARRIVES_MS, () => release !== undefined);
  app.clock.step(AGAIN_MS);
  await Promise.all([app.app.get(JobQueue).sweep(), other.app.get(JobQueue).sweep()]);
  await add('after');
  await app.app.get(JobQueue).sweep();
  await until('the next job ran', ARRIVES_MS, () => runs.includes('after'));
  expect(runs).toEqual(['slow', 'after']);
  release?.();
});

it('a scheduled job is added once in each period, with any number of workers', async () => {
  const sealed = () =>
    app.database.query<object[]>(`select 1 from outbox where name = 'audit.seal'`);
  const sweepAll = () =>
    Promise.all([app, other].map((worker) => worker.app.get(JobQueue).sweep()));
  app.clock.step(60_000);
  await sweepAll();
  await sweepAll();
  expect(await sealed()).toHaveLength(1);
  app.clock.step(60_000);
  await sweepAll();
  expect(await sealed()).toHaveLength(2);
});
