import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { AlarmPushesService } from '../../src/modules/push/alarms/alarm-pushes.service.js';
import { testBody } from '../../src/modules/push/alarms/push-bodies.js';
import { PushSender } from '../../src/modules/push/sending/push-sender.js';
import { CommittedJobs } from '../../src/platform/jobs/committed-jobs.js';
import { JobQueue } from '../../src/platform/jobs/job-queue.js';
import { Outbox } from '../../src/platform/jobs/outbox.js';
import { call } from '../support/client.js';
import type { TestSubscription } from '../support/push-service.js';
import { followOnly } from '../support/signals.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { untilWorkerWaits, workersWait } from '../support/worker-waits.js';
import { usePushes } from '../support/use-pushes.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** Longer than a test waits for a push. */
const HANGS_MS = 2 * ARRIVES_MS;

/** The way of a push's job: the committing node, another node's look, or the queue. */

const pushes = usePushes();
const { device, raise } = pushes;

afterEach(() => {
  const sender = pushes.app.app.get(PushSender);
  Object.assign(sender, { timeoutMs: 5_000 });
  // Ends the requests that hang.
  sender.onApplicationShutdown();
});

describe('a push', () => {
  it('is sent by the node that has committed the alarm, without the queue and its sweep', async () => {
    const queue = pushes.app.app.get(JobQueue);
    jest.spyOn(queue, 'sweep').mockResolvedValue();
    const { subscription } = await device(pushes.lisa);
    const { id } = await raise();
    await pushes.service.until(subscription);
    await until('the job is recorded', ARRIVES_MS, async () => {
      const done = `name = 'push.alarm' and payload->>'alarmId' = '${id}' and done_at is not null`;
      const rows = await pushes.app.database.query<object[]>(`select 1 from outbox where ${done}`);
      return rows.length === 1;
    });
  });

  it('is sent by another node when the one that has committed the alarm dies before it', async () => {
    jest.spyOn(pushes.app.app.get(CommittedJobs), 'run').mockReturnValue();
    const { subscription } = await device(pushes.lisa);
    await raise();
    pushes.app.clock.step(3_000);
    await pushes.service.until(subscription);
  });

  it('is sent by the queue when the node that has committed the alarm fails', async () => {
    const service = pushes.app.app.get(AlarmPushesService);
    const failing = jest.spyOn(service, 'run').mockRejectedValueOnce(new Error('out of memory'));
    const { subscription } = await device(pushes.lisa);
    await raise();
    await until('the job has failed', ARRIVES_MS, () => failing.mock.calls.length === 1);
    pushes.app.clock.step(3_000);
    await pushes.service.until(subscription);
    expect(failing).toHaveBeenCalledTimes(2);
  });

  describe('of which a worker learns', () => {
    const jobs = (): JobQueue => pushes.app.app.get(JobQueue);
    let phone: TestSubscription;

    /** A first push ends the wait that began before. @returns once only a wake-up ends the next one */
    async function pushOnce(): Promise<void> {
      await raise();
      await pushes.service.until(phone);
      await untilWorkerWaits(pushes.app.database, 'push');
    }

    beforeEach(async () => {
      phone = (await device(pushes.lisa)).subscription;
      // The committing node would run its own jobs.
      Object.assign(pushes.app.app.get(CommittedJobs), { areRunHere: false });
    });

    afterEach(() => Object.assign(pushes.app.app.get(CommittedJobs), { areRunHere: true }));

    it('is sent upon the two NOTIFYs, without a sweep of the outbox or a poll of the queue', async () => {
      jest.spyOn(jobs(), 'sweep').mockResolvedValue();
      workersWait(600);
      await pushOnce();
      await raise();
      await pushes.service.until(phone, 2);
    });

    it('is sent while as many notices as the worker may run wait for their push service', async () => {
      const { app, anna, service } = pushes;
      const { subscription } = await device(anna);
      subscription.behaviour = 'hang';
      Object.assign(app.app.get(PushSender), { timeoutMs: HANGS_MS });
      const outbox = app.app.get(Outbox);
      const notice = { about: 'reminder' as const, userIds: [anna.userId] };
      for (let n = 0; n < 10; n += 1)
        await outbox.add(app.database.manager, 'push.notice', notice, app.clock.now());
      await service.until(subscription);
      await raise();
      await service.until(phone);
    });

    it('is sent by a sweep of the outbox and a poll of the queue when both NOTIFYs are lost', async () => {
      const deaf = new Set<pg.Client>();
      workersWait(0.05, (client) => {
        deaf.add(client);
        return client.query('unlisten bullmq_jobs');
      });
      await pushOnce();
      followOnly(pushes.app, ['process']);
      await raise();
      await jobs().sweep();
      await pushes.service.until(phone, 2);
      jest.restoreAllMocks();
      for (const client of deaf) await client.query('listen bullmq_jobs');
    });
  });
});

it('of a real alarm is sent while others fill all connections to its push service', async () => {
  const { subscription } = await device(pushes.lisa);
  const hanging = pushes.service.newSubscription();
  hanging.behaviour = 'hang';
  const { endpoint, keys } = hanging.request(randomUUID());
  const target = { subscriptionId: hanging.id, endpoint, ...keys };
  const sender = pushes.app.app.get(PushSender);
  Object.assign(sender, { timeoutMs: HANGS_MS });
  const body = testBody('http://localhost', { kind: 'test' } as never);
  for (let n = 0; n < 250; n += 1)
    void sender.send(target, body, { ttlS: 1, topic: `exercise-${n % 5}` });
  await pushes.service.until(hanging, 200);
  await raise();
  await pushes.service.until(subscription);
});

describe('a node that runs no jobs', () => {
  let node: TestApp;

  beforeAll(async () => {
    const { databaseUrl, clock, dataDir } = pushes.app;
    const env = { DATA_DIR: dataDir, ROLE: 'api', RATE_LIMITS: 'off' };
    node = await startApp({ databaseUrl, clock, env });
  });
  afterAll(() => node.close());

  it('has the pushes of its alarms sent by a worker', async () => {
    jest.spyOn(pushes.app.app.get(JobQueue), 'sweep').mockResolvedValue();
    const { subscription } = await device(pushes.lisa);
    const { token, buildingId } = pushes.karl;
    const body = { alarmId: randomUUID(), type: 'fire', separate: true };
    await call(node, `POST /buildings/${buildingId}/alarms`, { token, body });
    await pushes.service.until(subscription);
  });
});
