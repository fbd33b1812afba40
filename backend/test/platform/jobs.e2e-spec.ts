import { randomUUID } from 'node:crypto';
import type { RaiseResult } from '../../src/contract/alarm.js';
import { JobQueue } from '../../src/platform/jobs/job-queue.js';
import { Outbox } from '../../src/platform/jobs/outbox.js';
import type { QueueConnection } from '../../src/platform/jobs/queue-connection.js';
import { call, openTab, outlastToken, signIn, type Person } from '../support/client.js';
import { freshApp } from '../support/fresh-app.js';
import type { TestApp } from '../support/start-app.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

let app: TestApp;
let karl: Person;

beforeEach(async () => {
  app = await freshApp();
  karl = await signIn(app, 'karl');
});

const raise = (body: object = {}) =>
  call<RaiseResult>(app, `POST /buildings/${karl.buildingId}/alarms`, {
    token: karl.token,
    body: { alarmId: randomUUID(), type: 'fire', ...body },
  });

const HOUR_MS = 60 * 60_000;
/** An open row is added again after this time. */
const AGAIN_MS = 15_000;

describe('an alarm that no member ends', () => {
  it('is saved as expired by its job, and the neighbours receive the event', async () => {
    const tab = await openTab(app, karl);
    outlastToken(app, tab);
    const { body } = await raise();
    await tab.until('alarm:event');
    app.clock.step(HOUR_MS);
    await app.app.get(JobQueue).sweep();
    expect(await tab.until('alarm:event', 2)).toMatchObject({
      kind: 'expired',
      alarm: { id: body.alarm.id, status: 'expired', endedAt: body.alarm.expiresAt },
    });
    tab.close();
  });

  it('expires once, however often the job is added and run', async () => {
    const tab = await openTab(app, karl);
    outlastToken(app, tab);
    await raise();
    app.clock.step(HOUR_MS);
    const jobs = app.app.get(JobQueue);
    await Promise.all([jobs.sweep(), jobs.sweep()]);
    await tab.until('alarm:event', 2);
    await app.database.query('update outbox set done_at = null');
    app.clock.step(AGAIN_MS);
    await jobs.sweep();
    karl = await signIn(app, 'karl');
    await raise({ type: 'medical' });
    const last = await tab.until('alarm:event', 3);
    expect(last).toMatchObject({ kind: 'raised', seq: 3 });
    tab.close();
  });

  it('expires when it is due, although another node’s clock let its job begin early', async () => {
    const tab = await openTab(app, karl);
    outlastToken(app, tab);
    const { body } = await raise();
    const [job] = await app.database.query<{ id: string }[]>(
      `select id from outbox where name = 'alarm.expire' and payload->>'alarmId' = $1`,
      [body.alarm.id],
    );
    const jobs = app.app.get(JobQueue);
    const { connection } = jobs as unknown as { connection: QueueConnection };
    await connection.add('alarms', { name: 'alarm.expire', rowId: job!.id });
    await until('the early job has ended', ARRIVES_MS, async () => {
      const left = 'select 1 from bullmq.job where id = $1';
      return (await app.database.query<object[]>(left, [`outbox-${job!.id}`])).length === 0;
    });
    // A sweep within the last second gives the queue nothing, which would begin it by its own clock.
    app.clock.step(HOUR_MS - 1);
    const added = jest.spyOn(connection, 'add');
    await jobs.sweep();
    const early = added.mock.calls.map(([, { name }]) => name);
    added.mockRestore();
    expect(early).not.toContain('alarm.expire');
    app.clock.step(1);
    await jobs.sweep();
    expect(await tab.until('alarm:event', 2)).toMatchObject({
      kind: 'expired',
      alarm: { id: body.alarm.id, endedAt: body.alarm.expiresAt },
    });
    tab.close();
  });
});

describe('jobs that many buildings have in one minute', () => {
  /** No release has this job, so the application leaves its rows alone. */
  const NAMES = ['test.claimed' as 'exercise.start'];
  const claim = (limit: number) => app.app.get(Outbox).claim(NAMES, limit, 20_000);

  it('go to one worker each, and to another one when that has not finished them', async () => {
    await app.database.query(
      `insert into outbox (id, name, payload, due_at)
       select gen_random_uuid(), $2, '{}', $1 from generate_series(1, 100)`,
      [app.clock.in(1_000), NAMES[0]],
    );
    expect(await claim(40)).toEqual([]);
    app.clock.step(1_000);
    const claimed = (await Promise.all([claim(30), claim(30), claim(40)])).flat();
    expect(new Set(claimed.map(({ id }) => id)).size).toBe(100);
    expect(await claim(40)).toEqual([]);
    app.clock.step(20_000);
    expect(await claim(40)).toHaveLength(40);
  });

  it('are no part of what the sweep adds to the queues', async () => {
    const outbox = app.app.get(Outbox);
    await app.database.query(
      `insert into outbox (id, name, payload, due_at)
       select gen_random_uuid(), name, '{}', $1 from unnest($2::text[]) as name`,
      [app.clock.in(60_000), ['exercise.start', 'housekeeping.retire']],
    );
    const findDue = jest.spyOn(outbox, 'findDue').mockResolvedValue([]);
    await app.app.get(JobQueue).sweep();
    const [swept = []] = findDue.mock.lastCall ?? [];
    findDue.mockRestore();
    // The periodic jobs of the start may not have run yet.
    const later = { ofStatement: () => app.clock.in(60_000) } as never;
    const due = await new Outbox(app.database, later).findDue(swept, 1_000);
    const names = due.map(({ name }) => name);
    expect(names).toContain('housekeeping.retire');
    expect(names).not.toContain('exercise.start');
  });
});
