import { createLogger } from '../../../platform/logging.js';
import type { Recipient } from './alarm-pushes.repository.js';
import { AlarmPushesService } from './alarm-pushes.service.js';
import type { PushedAlarm } from './push-bodies.js';

const LEASE_MS = 20_000;
const recipients = ['one', 'two'].map(
  (deviceId) => ({ deviceId, membershipId: 'lisa' }) as Recipient,
);
const alarm: PushedAlarm = {
  alarmId: 'a',
  buildingId: 'b',
  address: 'Storgatan 12',
  type: 'fire',
  exercise: false,
  status: 'active',
  sender: null,
  place: null,
  expiresAt: new Date(),
};

const pushes = {
  find: () => Promise.resolve(alarm),
  claim: jest.fn(() => Promise.resolve(recipients)),
  renew: jest.fn(() => Promise.resolve()),
  record: () => Promise.resolve(),
  nextRetry: () => Promise.resolve({ isAny: false, retryAt: null }),
};
/** Lets the push service take the next push. */
let takes: (() => void)[];

const logger = createLogger('silent');
const service = new AlarmPushesService(
  { publicUrl: 'https://resq.example' } as never,
  { now: () => new Date(Date.now()), in: (ms: number) => new Date(Date.now() + ms) } as never,
  {} as never,
  {} as never,
  pushes as never,
  { markDead: () => Promise.resolve() } as never,
  {
    send: () =>
      new Promise((resolve) => takes.push(() => resolve({ result: 'sent', retryAt: null }))),
  } as never,
  { sign: () => 'ticket' } as never,
  { reachChanged: () => undefined } as never,
  logger,
  { handle: () => undefined } as never,
);

beforeEach(() => {
  jest.useFakeTimers();
  takes = [];
});
afterEach(() => jest.useRealTimers());

it('keeps the pushes claimed that still wait for a slow push service, and no others', async () => {
  const info = jest.spyOn(logger, 'info');
  const running = service.run('a', 0, 'push.alarm');
  await jest.advanceTimersByTimeAsync(LEASE_MS / 2);
  const until = new Date(Date.now() + LEASE_MS);
  expect(pushes.renew.mock.calls).toEqual([['a', 0, recipients, until]]);
  takes[0]?.();
  await jest.advanceTimersByTimeAsync(LEASE_MS / 2);
  expect(pushes.renew).toHaveBeenLastCalledWith('a', 0, [recipients[1]], expect.any(Date));
  takes[1]?.();
  await jest.advanceTimersByTimeAsync(LEASE_MS);
  await running;
  const line = { step: 0, sent: 2 };
  expect(info).toHaveBeenCalledWith(expect.objectContaining(line), 'pushes sent');
  expect(pushes.renew).toHaveBeenCalledTimes(2);
});
