import { randomUUID } from 'node:crypto';
import { StreamPump } from '../../src/modules/alarms/live/pump.js';
import { call, openTab, signIn } from '../support/client.js';
import { ORIGIN, startApp, type TestApp } from '../support/start-app.js';

/** Two nodes that know each other through a real Redis and nothing else. */

let first: TestApp;
let second: TestApp;

beforeEach(async () => {
  const env = { REDIS_URL: process.env['TEST_REDIS_URL'] ?? '' };
  first = await startApp({ env });
  const { databaseUrl, clock } = first;
  const secrets = { DATA_DIR: first.dataDir };
  second = await startApp({ databaseUrl, clock, env: { ...env, ...secrets } });
});

afterEach(async () => {
  await second.close();
  await first.close();
});

it('an alarm pressed at one node is woken through Redis at the other, without the look', async () => {
  jest.spyOn(second.app.get(StreamPump), 'poll').mockResolvedValue();
  const [karl, lisa] = [await signIn(first, 'karl'), await signIn(second, 'lisa')];
  const tab = await openTab(second, lisa);
  await call(first, `POST /buildings/${karl.buildingId}/alarms`, {
    token: karl.token,
    body: { alarmId: randomUUID(), type: 'fire' },
  });
  expect(await tab.until('alarm:event')).toMatchObject({ seq: 1, kind: 'raised' });
  tab.close();
});

it('signing out at one node closes the connection at the other', async () => {
  const lisa = await signIn(first, 'lisa');
  const tab = await openTab(second, lisa);
  await call(first, 'POST /auth/sign-out', {
    body: {},
    headers: { cookie: lisa.cookie, origin: ORIGIN, 'x-resq': '1' },
  });
  expect(await tab.until('session:end')).toEqual({ reason: 'signed_out' });
});

it('silence asked for at one node is told to the same person’s device at the other', async () => {
  const [karl, lisa] = [await signIn(first, 'karl'), await signIn(first, 'lisa')];
  const tab = await openTab(second, lisa);
  const alarmId = randomUUID();
  await call(first, `POST /buildings/${karl.buildingId}/alarms`, {
    token: karl.token,
    body: { alarmId, type: 'fire' },
  });
  await call(first, `POST /alarms/${alarmId}/mute`, { token: lisa.token, body: { muted: true } });
  expect(await tab.until('alarm:muted')).toMatchObject({ alarmId, muted: true });
  tab.close();
});
