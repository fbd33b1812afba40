import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/net/http.js';
import { wire } from '../../../testing/wire.js';
import { socketOrHttp } from './alarms-api.js';

vi.mock('socket.io-client', () => import('../../../testing/wire.js'));

const HEDGE_AFTER_MS = 300;
const never = () => new Promise<string>(() => undefined);
const after = (ms: number, make: () => string) => () =>
  new Promise<void>((pass) => setTimeout(pass, ms)).then(make);
const failing = (error: Error) => () => {
  throw error;
};
const lost = new Error('no reply');
const over = new ApiError(409, 'alarm.over', 'Larmet är redan avslutat.');

const bySocket = vi.fn(never);
const byHttp = vi.fn(never);
const send = (hedgeAfterMs?: number) => socketOrHttp(bySocket, byHttp, hedgeAfterMs);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  bySocket.mockReset().mockImplementation(never);
  byHttp.mockReset().mockImplementation(never);
  wire.reset();
  wire.connected = true;
});

it('uses HTTP at once without a connection', async () => {
  wire.connected = false;
  byHttp.mockResolvedValue('http');
  expect(await send(HEDGE_AFTER_MS)).toBe('http');
  expect(bySocket).not.toHaveBeenCalled();
});

it('sends nothing over HTTP when the socket replies in time', async () => {
  bySocket.mockImplementation(after(299, () => 'socket'));
  const sent = send(HEDGE_AFTER_MS);
  await pass(299);
  expect(await sent).toBe('socket');
  await pass(60_000);
  expect(byHttp).not.toHaveBeenCalled();
});

it('tries HTTP beside a socket that owes its reply, once', async () => {
  byHttp.mockImplementation(after(50, () => 'http'));
  const sent = send(HEDGE_AFTER_MS);
  await pass(299);
  expect(byHttp).not.toHaveBeenCalled();
  await pass(51);
  expect(await sent).toBe('http');
  await pass(60_000);
  expect(byHttp).toHaveBeenCalledTimes(1);
});

it('waits for the socket when HTTP fails beside it', async () => {
  bySocket.mockImplementation(after(900, () => 'socket'));
  byHttp.mockRejectedValue(over);
  const sent = send(HEDGE_AFTER_MS);
  await pass(900);
  expect(await sent).toBe('socket');
});

it.each([
  ['does not reply', lost],
  ['has an expired token', new ApiError(401, 'auth.required', 'Logga in')],
])('throws the error of HTTP when the socket %s, and asks no second time', async (_, error) => {
  bySocket.mockImplementation(after(5_000, failing(error)));
  byHttp.mockRejectedValue(over);
  const sent = expect(send(HEDGE_AFTER_MS)).rejects.toBe(over);
  await pass(5_000);
  await sent;
  expect(byHttp).toHaveBeenCalledTimes(1);
});

it('throws the refusal of the socket without a try over HTTP', async () => {
  bySocket.mockRejectedValue(over);
  await expect(send(HEDGE_AFTER_MS)).rejects.toBe(over);
  await pass(60_000);
  expect(byHttp).not.toHaveBeenCalled();
});

it('uses HTTP only after five seconds for what may not go both ways', async () => {
  void send();
  await pass(4_999);
  expect(byHttp).not.toHaveBeenCalled();
});
