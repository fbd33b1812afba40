import type { KioskAlarm, KioskState } from '@contract/kiosks';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { local } from '../../lib/browser/storage.js';
import { ok, refuse, serve } from '../../testing/server.js';
import { whole } from '../../testing/whole-text.js';
import { KioskPage } from './kiosk-page.js';

type Listener = (payload?: unknown) => void;
interface FakeSocket {
  auth: unknown;
  connected: boolean;
  sent: unknown[];
  fire: (event: string, payload?: unknown) => void;
}

const sockets = vi.hoisted(() => [] as FakeSocket[]);
vi.mock('socket.io-client', () => ({
  io: (_path: unknown, options: { auth?: unknown } = {}) => {
    const listeners = new Map<string, Listener>();
    const socket = {
      auth: options.auth,
      connected: false,
      sent: [] as unknown[],
      io: { on: () => undefined },
      on: (event: string, listener: Listener) => listeners.set(event, listener),
      onAny: () => undefined,
      emit: (...args: unknown[]) => socket.sent.push(args),
      disconnect: () => (socket.connected = false),
      connect: () => undefined,
      removeAllListeners: () => listeners.clear(),
      fire: (event: string, payload?: unknown) => {
        if (event === 'connect') socket.connected = true;
        listeners.get(event)?.(payload);
      },
    };
    sockets.push(socket);
    return socket;
  },
}));

const CREATED = { pairingId: 'k1', secret: 's1', code: '482913', expiresAt: '' };
const TOKEN = { token: 't1', expiresAt: '', place: 'Trapphus A', building: { name: 'BRF Linden' } };
const NOW = Date.parse('2026-11-27T13:03:00.000Z');
const FIRE: KioskAlarm = {
  id: 'a1',
  type: 'fire',
  exercise: false,
  home: { entrance: 'A', floor: 2, apartment: '1203' },
  raisedAt: '2026-11-27T13:02:00.000Z',
  expiresAt: '2026-11-27T14:02:00.000Z',
};
const stateOf = (...alarms: KioskAlarm[]): KioskState => ({
  alarms,
  serverNow: new Date().toISOString(),
  build: 'dev',
});

let answer: () => Response;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  sockets.length = 0;
  local.removeItem('resq.kiosk');
  answer = () => ok(TOKEN);
});
afterEach(() => vi.useRealTimers());

const pass = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));
const fire = (event: string, payload?: unknown) =>
  act(() => {
    sockets.at(-1)!.fire(event, payload);
    return Promise.resolve();
  });
const heading = () => screen.getByRole('heading', { level: 1 });

async function open() {
  const asked = serve({
    'POST /kiosks': () => ok(CREATED),
    'POST /kiosks/k1/token': () => answer(),
  });
  render(<KioskPage />);
  await pass();
  return asked;
}

async function openPaired() {
  await open();
  await fire('connect');
  await fire('kiosk:state', stateOf());
}

it('shows its code until it is paired, and asks again', async () => {
  answer = () => refuse(404, 'kiosk.not_paired', 'Inte än.');
  const asked = await open();
  expect(heading().textContent).toBe('Ange koden 482\u00a0913 under Huset › Skärmar.');
  expect(asked[0]?.headers.get('authorization')).toBeNull();
  answer = () => ok(TOKEN);
  await pass(3_000);
  expect(sockets.at(-1)?.auth).toEqual({ token: 't1' });
  await fire('connect');
  expect(sockets.at(-1)?.sent).toEqual([['kiosk:report', { sound: 'off' }]]);
  await fire('kiosk:state', stateOf());
  expect(heading().textContent).toBe('Inga larm');
  screen.getByText(/Ansluten 14\.03/);
});

it('keeps the names of the building and the place from translation, and the order beside them', async () => {
  await openPaired();
  for (const name of ['BRF Linden', 'Trapphus A']) {
    const shown = screen.getByText(name);
    expect([shown.tagName, shown.getAttribute('translate')]).toEqual(['BDI', 'no']);
  }
});

it('shows the worst alarm, with its home and Ring 112', async () => {
  await openPaired();
  const medical = {
    ...FIRE,
    id: 'a2',
    type: 'medical',
    home: { entrance: 'A', floor: 2 },
  } as const;
  await fire('kiosk:state', stateOf(medical, FIRE));
  expect(heading().textContent).toBe('Brandlarm');
  screen.getByText(whole('Uppgång A, lägenhet 1203, plan 2'));
  screen.getByText('Ring 112');
  screen.getByText(/Ett larm till pågår\./);
  await fire('kiosk:state', stateOf(medical));
  expect(heading().textContent).toBe('Medicinsk nöd');
  screen.getByText(whole('Uppgång A, plan 2'));
});

it('says for a quarter of an hour when an alarm ended by the server, also one that it missed', async () => {
  await openPaired();
  await fire('kiosk:state', stateOf(FIRE));
  await fire('disconnect', 'transport close');
  vi.setSystemTime(NOW + 5 * 60_000);
  await pass(1_000);
  await fire('connect');
  const endedAt = new Date(NOW + 1_000).toISOString();
  await fire('kiosk:state', { ...stateOf(), endedAt });
  expect(heading().textContent).toBe('Larmet är avslutat. Det slutade kl.\u00a014.03.');
  vi.setSystemTime(NOW + 15 * 60_000);
  await fire('kiosk:state', { ...stateOf(), endedAt });
  expect(heading().textContent).toContain('Larmet är avslutat.');
  await pass(1_000);
  expect(heading().textContent).toBe('Inga larm');
});

it('says that an alarm ended also when the time of its end comes later', async () => {
  await openPaired();
  await fire('kiosk:state', stateOf(FIRE));
  await fire('kiosk:state', stateOf());
  expect(heading().textContent).toBe('Inga larm');
  await fire('kiosk:state', stateOf());
  await fire('kiosk:state', { ...stateOf(), endedAt: new Date(NOW).toISOString() });
  expect(heading().textContent).toContain('Larmet är avslutat.');
});

it('says nothing of an alarm that began and ended while it was away', async () => {
  await openPaired();
  await fire('kiosk:state', stateOf(FIRE));
  const endedAt = new Date(NOW - 60 * 60_000).toISOString();
  await fire('kiosk:state', { ...stateOf(), endedAt });
  await fire('kiosk:state', { ...stateOf(), endedAt: new Date(NOW).toISOString() });
  expect(heading().textContent).toBe('Inga larm');
});

it('says nothing of an alarm that it has not shown', async () => {
  await openPaired();
  await fire('kiosk:state', { ...stateOf(), endedAt: new Date(NOW).toISOString() });
  expect(heading().textContent).toBe('Inga larm');
});

it('says nothing of an alarm that ended long before it was connected again', async () => {
  await openPaired();
  await fire('kiosk:state', stateOf(FIRE));
  await fire('disconnect', 'transport close');
  vi.setSystemTime(NOW + 2 * 60 * 60_000);
  await pass(1_000);
  await fire('connect');
  await fire('kiosk:state', stateOf());
  expect(heading().textContent).toBe('Inga larm');
});

it('shows a type of a newer server as another danger', async () => {
  await openPaired();
  await fire('kiosk:state', stateOf({ ...FIRE, type: 'flood' as 'other' }));
  expect(heading().textContent).toBe('Annan fara');
});

it('says when the next exercise begins, while there is no alarm', async () => {
  await openPaired();
  const exerciseAt = '2026-11-28T17:00:00.000Z';
  await fire('kiosk:state', { ...stateOf(), exerciseAt });
  screen.getByText('Övning lördag kl. 18.00. Ingen fara.');
  await fire('kiosk:state', { ...stateOf(FIRE), exerciseAt });
  expect(screen.queryByText(/^Övning/)).toBeNull();
});

it('reports the alarms that it shows, once and after each reconnect', async () => {
  await openPaired();
  await fire('kiosk:state', stateOf(FIRE));
  await fire('kiosk:state', stateOf(FIRE));
  const shown = ['kiosk:report', { sound: 'off', shown: ['a1'] }];
  const sent = () => sockets.at(-1)?.sent.slice(1);
  expect(sent()).toEqual([shown]);
  await fire('disconnect', 'transport close');
  await pass(1_000);
  await fire('connect');
  expect(sockets.at(-1)?.sent).toEqual([shown]);
  await fire('kiosk:state', stateOf());
  expect(sent()).toEqual([]);
});

it('names an exercise as such, without 112', async () => {
  await openPaired();
  await fire('kiosk:state', stateOf({ ...FIRE, exercise: true }));
  expect(heading().textContent).toBe('Övning');
  expect(screen.queryByText('Ring 112')).toBeNull();
  await fire('kiosk:state', stateOf());
  expect(heading().textContent).toBe('Inga larm');
});

it('says that it is disconnected within 15 s, and keeps an alarm until it would expire', async () => {
  await openPaired();
  await fire('kiosk:state', stateOf(FIRE));
  await pass(13_000);
  expect(screen.queryByText(/frånkopplad/)).toBeNull();
  await pass(2_000);
  screen.getByText('Skärmen är frånkopplad sedan kl. 14.03. Ring 112 vid fara.');
  expect(heading().textContent).toBe('Brandlarm');
  await pass(60 * 60_000);
  expect(document.body.textContent).not.toMatch(/Brandlarm|1203/);
  screen.getByText(/^Skärmen är frånkopplad/);
});

it.each([-1, 1])('shows an alarm until it expires with a clock that is %i h off', async (hours) => {
  await openPaired();
  const state = stateOf(FIRE);
  vi.setSystemTime(NOW + hours * 60 * 60_000);
  await fire('kiosk:state', state);
  expect(heading().textContent).toBe('Brandlarm');
  screen.getByText(/Ansluten 14\.03/);
  await pass(60 * 60_000);
  expect(document.body.textContent).not.toContain('Brandlarm');
});

it('says that it is disconnected within 15 s although its clock is set back', async () => {
  await openPaired();
  vi.setSystemTime(NOW - 60 * 60_000);
  await pass(15_000);
  screen.getByText(/frånkopplad sedan kl\.\s14\.03/);
});

it('is blank at once when it is revoked, and shows a new code', async () => {
  await openPaired();
  await fire('kiosk:state', stateOf(FIRE));
  answer = () => refuse(404, 'kiosk.not_paired', 'Inte än.');
  await fire('kiosk:end', { reason: 'revoked' });
  expect(document.body.textContent).not.toMatch(/1203|Linden|Trapphus/);
  await pass();
  expect(heading().textContent).toContain('Ange koden');
});

it('reconnects with a fresh token after a lost connection', async () => {
  await openPaired();
  answer = () => ok({ ...TOKEN, token: 't2' });
  await fire('disconnect', 'transport close');
  await pass(1_000);
  expect(sockets.at(-1)?.auth).toEqual({ token: 't2' });
});

it('keeps its connection when a renewal fails, and renews again soon', async () => {
  await openPaired();
  answer = () => refuse(429, 'auth.too_many_attempts', 'Vänta.');
  await pass(5 * 60_000);
  await pass(3_000);
  expect([sockets.length, sockets[0]?.connected]).toEqual([1, true]);
  answer = () => ok({ ...TOKEN, token: 't2' });
  await pass(3_000);
  expect(sockets.at(-1)?.sent).toContainEqual(['kiosk:report', { sound: 'off', token: 't2' }]);
  expect(sockets).toHaveLength(1);
});

it('renews the token of a connection that stays', async () => {
  await openPaired();
  const [socket] = sockets.slice(-1);
  answer = () => ok({ ...TOKEN, token: 't2' });
  await pass(5 * 60_000);
  expect(socket?.sent.at(-1)).toEqual(['kiosk:report', { sound: 'off', token: 't2' }]);
});
