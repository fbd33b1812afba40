import { randomUUID } from 'node:crypto';
import type { RaiseResult } from '../../src/contract/alarm.js';
import { StreamPump } from '../../src/modules/alarms/live/pump.js';
import { ReachQuery } from '../../src/modules/alarms/responses/reach.query.js';
import { call, openTab, signIn, type Person, type Tab } from '../support/client.js';
import { reseed } from '../support/fresh-app.js';
import { followOnly, repeatSignals } from '../support/signals.js';
import { ORIGIN, startApp, type TestApp } from '../support/start-app.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** Two nodes that are connected through a real Redis. */

let first: TestApp;
let second: TestApp;
let karl: Person;
let lisa: Person;
let tab: Tab;
let stopRepeating: () => void;

beforeAll(async () => {
  const env = { REDIS_URL: process.env['TEST_REDIS_URL'] ?? '' };
  first = await startApp({ env });
  const { databaseUrl, clock, dataDir } = first;
  second = await startApp({ databaseUrl, clock, env: { ...env, DATA_DIR: dataDir } });
});

afterAll(async () => {
  await second.close();
  await first.close();
});

beforeEach(async () => {
  await reseed(first, second);
  [karl, lisa] = [await signIn(first, 'karl'), await signIn(first, 'lisa')];
  tab = await openTab(second, lisa);
  stopRepeating = repeatSignals(first);
});

afterEach(() => {
  stopRepeating();
  jest.restoreAllMocks();
  tab.close();
});

async function raise(): Promise<string> {
  const alarmId = randomUUID();
  await call(first, `POST /buildings/${karl.buildingId}/alarms`, {
    token: karl.token,
    body: { alarmId, type: 'fire' },
  });
  return alarmId;
}

it('an alarm pressed at one node is shown at the other through Redis alone', async () => {
  jest.spyOn(second.app.get(StreamPump), 'poll').mockResolvedValue();
  followOnly(second, ['redis']);
  await raise();
  expect(await tab.until('alarm:event')).toMatchObject({ seq: 1, kind: 'raised' });
});

it('presses at both nodes at once are all saved, without a gap in the stream', async () => {
  const anna = await signIn(first, 'anna');
  const presses = [first, second].flatMap((node) =>
    [anna, karl, lisa].map(async ({ token, buildingId }) => {
      const body = { alarmId: randomUUID(), type: 'fire', separate: true };
      const path = `POST /buildings/${buildingId}/alarms`;
      return (await call<RaiseResult>(node, path, { token, body })).body.seq;
    }),
  );
  expect((await Promise.all(presses)).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  await tab.until('alarm:event', 6);
  expect(tab.all('alarm:event').map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
});

it('signing out at one node closes the connection at the other', async () => {
  await call(first, 'POST /auth/sign-out', {
    body: {},
    headers: { cookie: lisa.cookie, origin: ORIGIN, 'x-resq': '1' },
  });
  expect(await tab.until('session:end')).toEqual({ reason: 'signed_out' });
});

it('a call for help at one node is answered at the other', async () => {
  const alarmId = await raise();
  const respond = (person: Person, response: string) =>
    call(first, `POST /alarms/${alarmId}/responses`, { token: person.token, body: { response } });
  await respond(lisa, 'need_help');
  // Redis may lose the event, and a tab then receives the answer with its next poll.
  await until('the tab receives the answer', ARRIVES_MS, async () => {
    await respond(karl, 'coming');
    return tab.all('alarm:help').some(({ coming }) => coming?.[0]?.home.apartment === '1301');
  });
});

it('a tab gets the reach from its own node alone, at whichever node the receipts arrive', async () => {
  const sender = await openTab(second, karl);
  const reads = jest.spyOn(first.app.get(ReachQuery), 'read');
  const alarmId = await raise();
  // Redis may lose the signal, and the sender then learns of it with the next receipt.
  await until('the sender learns of the receipt', ARRIVES_MS, async () => {
    const body = { deviceId: randomUUID(), level: 'seen' };
    await call(first, `POST /alarms/${alarmId}/receipts`, { token: lisa.token, body });
    return sender.all('alarm:reach').some(({ counts }) => counts.seen === 1);
  });
  sender.close();
  // Two nodes that send twice a second each would send four times.
  expect(reads).not.toHaveBeenCalled();
});

it('a mute at one node reaches the same person’s device at the other', async () => {
  const alarmId = await raise();
  // Redis may lose the event, and the device then receives the mute only with its next sync.
  await until('the device receives the mute', ARRIVES_MS, async () => {
    const body = { muted: true };
    await call(first, `POST /alarms/${alarmId}/mute`, { token: lisa.token, body });
    return tab.all('alarm:muted').length > 0;
  });
  expect(tab.all('alarm:muted')[0]).toMatchObject({ alarmId, muted: true });
});
