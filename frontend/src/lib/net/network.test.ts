import { beforeEach, expect, it, vi } from 'vitest';
import { wire } from '../../testing/wire.js';
import '../realtime/socket.js';
import { request } from './http.js';
import { isOnline, watchNetwork } from './network.js';

/** A browser that says that it has no network, on a machine that has one. */

vi.mock('socket.io-client', () => import('../../testing/wire.js'));

watchNetwork();

const pass = (ms: number) => vi.advanceTimersByTime(ms);

beforeEach(() => {
  vi.useFakeTimers();
  window.dispatchEvent(new Event('online'));
  window.dispatchEvent(new Event('offline'));
  expect(isOnline()).toBe(false);
});

it.each<[string, () => unknown]>([
  ['a ping of the socket', () => wire.receive('ping')],
  ['a connection', () => wire.accept()],
  [
    'an answer by HTTP',
    () => {
      vi.stubGlobal('fetch', () => Promise.resolve(Response.json({})));
      return request('GET', '/alarms', undefined, { auth: false });
    },
  ],
])('is believed until %s', async (_, arrive) => {
  pass(10_000);
  await arrive();
  expect(isOnline()).toBe(true);
});

it('is believed when something was under way as the network went', () => {
  pass(1_000);
  wire.receive('ping');
  expect(isOnline()).toBe(false);
});

it('is not contradicted by a request that fails, or by the page of a captive portal', async () => {
  pass(10_000);
  for (const answer of [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => Promise.resolve(new Response('<html>', { headers: { 'Content-Type': 'text/html' } })),
    () => Promise.resolve(new Response('<html>', { status: 511 })),
  ]) {
    vi.stubGlobal('fetch', answer);
    await request('GET', '/alarms', undefined, { auth: false }).catch(() => undefined);
    expect(isOnline()).toBe(false);
  }
});
