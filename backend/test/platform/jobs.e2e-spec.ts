import { randomUUID } from 'node:crypto';
import type { RaiseResult } from '../../src/contract/alarm.js';
import { JobQueue } from '../../src/platform/jobs/job-queue.js';
import { call, openTab, outlastToken, signIn, type Person } from '../support/client.js';
import { freshApp } from '../support/fresh-app.js';
import type { TestApp } from '../support/start-app.js';

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
});
