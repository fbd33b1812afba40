import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ok, type ReceivedRequest, refuse, serve } from '../../testing/server.js';
import { wire } from '../../testing/wire.js';
import { begin, end } from '../session/session.js';

vi.mock('socket.io-client', () => import('../../testing/wire.js'));

const { emitWithAck, keepConnected, useConnection } = await import('./socket.js');

const anna = { id: 'anna', email: 'anna@resq.example', roles: [] };
let token: string;
let asked: ReceivedRequest[];

/** Signs in, or renews the token of the user who is signed in. */
const signIn = (id = 'anna') => {
  const expiresAt = new Date(Date.now() + 10 * 60_000).toISOString();
  begin({ user: { ...anna, id }, accessToken: token, expiresAt });
};
const auth = () => new Promise<unknown>((resolve) => wire.options.auth(resolve));

let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  stop?.();
  wire.reset();
  token = 'first';
  asked = serve({ 'GET /auth/me': () => ok({ memberships: [] }) });
  end();
  stop = keepConnected(() => ({ building: { epoch: 'e', seq: 7 } }));
});

describe('the connection', () => {
  it('uses WebSockets only and spreads its attempts', () => {
    expect(wire.options).toMatchObject({
      transports: ['websocket'],
      reconnectionDelay: 500,
      randomizationFactor: 0.5,
      reconnectionDelayMax: 10_000,
    });
  });

  it('is opened by signing in and closed by signing out', () => {
    expect(wire.connects).toBe(0);
    signIn();
    expect(wire.connects).toBe(1);
    wire.accept();
    expect(useConnection.getState()).toEqual({ status: 'connected', downSince: undefined });
    end();
    expect(wire.connected).toBe(false);
    expect(useConnection.getState().status).toBe('off');
  });

  it('is opened again for another user', () => {
    signIn();
    wire.accept();
    signIn('karl');
    expect(wire.connects).toBe(2);
  });

  it('sends a fresh token and its cursors at every connection', async () => {
    signIn();
    expect(await auth()).toMatchObject({
      token: 'first',
      deviceId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      cursors: { building: { epoch: 'e', seq: 7 } },
    });
    token = 'second';
    signIn();
    expect(await auth()).toMatchObject({ token: 'second' });
  });

  it('renews a refused token once and connects again at once', async () => {
    signIn();
    wire.refuse('auth.required');
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.map(({ path }) => path)).toEqual(['/auth/me']);
    expect(wire.connects).toBe(2);
    wire.refuse('auth.required');
    await vi.advanceTimersByTimeAsync(4_000);
    expect(wire.connects).toBe(2);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(wire.connects).toBe(3);
  });

  it('stays closed when the renewal shows that the session has ended', async () => {
    const ended = () => refuse(401, 'auth.session_ended', 'Du är utloggad.');
    serve({ 'GET /auth/me': ended, 'POST /auth/refresh': ended });
    signIn();
    wire.refuse('auth.session_ended');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(wire.connects).toBe(1);
  });

  it('tries again by itself when the server refuses for another reason', async () => {
    signIn();
    wire.refuse('system.unavailable');
    await vi.advanceTimersByTimeAsync(3_500);
    expect(wire.connects).toBe(2);
  });

  it('knows that there are too many tabs until one connects', async () => {
    signIn();
    wire.refuse('connection.too_many');
    expect(useConnection.getState().refusal).toBe('connection.too_many');
    await vi.advanceTimersByTimeAsync(3_500);
    expect(wire.connects).toBe(2);
    wire.refuse('system.unavailable');
    expect(useConnection.getState().refusal).toBeUndefined();
    wire.refuse('connection.too_many');
    wire.accept();
    expect(useConnection.getState().refusal).toBeUndefined();
  });

  it('leaves a draining node at once, and reconnects after the requested delay', async () => {
    signIn();
    wire.accept();
    wire.receive('server:bye', { retryInMs: 7_000 });
    expect(wire.connected).toBe(false);
    wire.lose('io client disconnect');
    expect(useConnection.getState()).toEqual({ status: 'down', downSince: Date.now() });
    await vi.advanceTimersByTimeAsync(6_900);
    expect(wire.connects).toBe(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(wire.connects).toBe(2);
  });

  it.each([undefined, NaN, -5, 'soon', 1e9, 1e12])(
    'reconnects within 30 s after a request for %s ms',
    async (retryInMs) => {
      signIn();
      wire.accept();
      wire.receive('server:bye', { retryInMs });
      await vi.advanceTimersByTimeAsync(30_000);
      expect(wire.connects).toBe(2);
    },
  );

  it('does not reconnect after a goodbye when the user has signed out', async () => {
    signIn();
    wire.accept();
    wire.receive('server:bye', { retryInMs: 1_000 });
    end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(wire.connects).toBe(1);
  });

  it('records since when it has been down', () => {
    signIn();
    wire.accept();
    vi.setSystemTime('2026-11-21T13:02:00Z');
    wire.lose('transport close');
    vi.setSystemTime('2026-11-21T13:03:00Z');
    wire.receive('connect_error', new Error('websocket error'));
    const downSince = Date.parse('2026-11-21T13:02:00Z');
    expect(useConnection.getState()).toMatchObject({ status: 'down', downSince });
  });

  it('counts a half-open connection as down for the last 15 s', () => {
    signIn();
    wire.accept();
    wire.lose('ping timeout');
    const downSince = Date.now() - 15_000;
    expect(useConnection.getState()).toEqual({ status: 'down', downSince });
  });

  it.each([
    ['online', window],
    ['pageshow', window],
    ['visibilitychange', document],
    ['resume', document],
  ])('reconnects at once at %s', (name, target) => {
    signIn();
    wire.accept();
    wire.lose('transport close');
    target.dispatchEvent(new Event(name));
    expect(wire.connects).toBe(2);
  });

  it('sends a renewed token over an open connection', async () => {
    signIn();
    await auth();
    wire.accept();
    signIn();
    await vi.advanceTimersByTimeAsync(0);
    expect(wire.sent).toEqual([]);
    token = 'second';
    signIn();
    await vi.advanceTimersByTimeAsync(0);
    expect(wire.sent).toEqual([['auth:renew', { token: 'second' }]]);
  });

  it('never queues a message for later', async () => {
    signIn();
    const end = { alarmId: 'a', outcome: 'resolved' } as const;
    await expect(emitWithAck('alarm:end', end)).rejects.toThrow('not connected');
    expect(wire.sent).toEqual([]);
    wire.accept();
    await expect(emitWithAck('alarm:end', end)).resolves.toEqual({ ok: true });
  });
});
