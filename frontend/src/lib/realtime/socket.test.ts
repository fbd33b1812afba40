import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../session/session.js';

type Handler = (payload?: unknown) => void;

const fake = vi.hoisted(() => {
  const handlers = new Map<string, Handler>();
  return {
    options: {} as { auth: (send: (auth: unknown) => void) => void } & Record<string, unknown>,
    connected: false,
    active: true,
    connects: 0,
    sent: [] as unknown[],
    handlers,
    on: (name: string, handler: Handler) => handlers.set(name, handler),
    connect() {
      this.connects += 1;
      this.active = true;
    },
    disconnect() {
      this.connected = false;
      this.active = false;
    },
    timeout: () => ({
      emitWithAck: (...packet: unknown[]) => {
        fake.sent.push(packet);
        return Promise.resolve({ ok: true });
      },
    }),
    /** The methods below play the server. */
    accept() {
      this.connected = true;
      handlers.get('connect')?.();
    },
    refuse(code: string) {
      this.active = false;
      handlers.get('connect_error')?.(Object.assign(new Error(code), { data: { code } }));
    },
    lose(reason: string) {
      this.connected = false;
      handlers.get('disconnect')?.(reason);
    },
  };
});

vi.mock('socket.io-client', () => ({
  io: (options: typeof fake.options) => {
    fake.options = options;
    return fake;
  },
}));

const session = vi.hoisted(() => ({ token: 'first', loadMe: vi.fn() }));
vi.mock('../session/session.js', async (original) => ({
  ...(await original<typeof import('../session/session.js')>()),
  accessToken: () => Promise.resolve(session.token),
}));
vi.mock('../session/me.js', () => ({ loadMe: session.loadMe }));

const { ask, keepConnected, useConnection } = await import('./socket.js');

const anna = { id: 'anna', email: 'anna@resq.example', roles: [] };
const signIn = (id = 'anna') => useSession.setState({ status: 'signed_in', user: { ...anna, id } });
const auth = () => new Promise<unknown>((resolve) => fake.options.auth(resolve));

let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  stop?.();
  Object.assign(fake, { connected: false, active: true, connects: 0, sent: [] });
  session.token = 'first';
  session.loadMe.mockReset().mockResolvedValue(undefined);
  useSession.setState({ status: 'signed_out', user: undefined });
  stop = keepConnected(() => ({ building: { epoch: 'e', seq: 7 } }));
});

describe('the connection', () => {
  it('uses WebSockets only and spreads its attempts', () => {
    expect(fake.options).toMatchObject({
      transports: ['websocket'],
      reconnectionDelay: 500,
      randomizationFactor: 0.5,
      reconnectionDelayMax: 10_000,
    });
  });

  it('is opened by signing in and closed by signing out', () => {
    expect(fake.connects).toBe(0);
    signIn();
    expect(fake.connects).toBe(1);
    fake.accept();
    expect(useConnection.getState()).toEqual({ status: 'connected', downSince: undefined });
    useSession.setState({ status: 'signed_out', user: undefined });
    expect(fake.connected).toBe(false);
    expect(useConnection.getState().status).toBe('off');
  });

  it('is opened again for another user', () => {
    signIn();
    fake.accept();
    signIn('karl');
    expect(fake.connects).toBe(2);
  });

  it('sends a fresh token and its cursors at every connection', async () => {
    signIn();
    expect(await auth()).toMatchObject({
      token: 'first',
      deviceId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      cursors: { building: { epoch: 'e', seq: 7 } },
    });
    session.token = 'second';
    expect(await auth()).toMatchObject({ token: 'second' });
  });

  it('renews a refused token once and connects again at once', async () => {
    signIn();
    fake.refuse('auth.required');
    await vi.advanceTimersByTimeAsync(0);
    expect(session.loadMe).toHaveBeenCalledTimes(1);
    expect(fake.connects).toBe(2);
    fake.refuse('auth.required');
    await vi.advanceTimersByTimeAsync(4_000);
    expect(fake.connects).toBe(2);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(fake.connects).toBe(3);
  });

  it('stays closed when the renewal shows that the session has ended', async () => {
    session.loadMe.mockImplementation(() => {
      useSession.setState({ status: 'signed_out', user: undefined });
      return Promise.resolve(undefined);
    });
    signIn();
    fake.refuse('auth.session_ended');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fake.connects).toBe(1);
  });

  it('tries again by itself when the server refuses for another reason', async () => {
    signIn();
    fake.refuse('system.unavailable');
    await vi.advanceTimersByTimeAsync(3_500);
    expect(fake.connects).toBe(2);
  });

  it('knows that there are too many tabs until one connects', async () => {
    signIn();
    fake.refuse('connection.too_many');
    expect(useConnection.getState().refusal).toBe('connection.too_many');
    await vi.advanceTimersByTimeAsync(3_500);
    expect(fake.connects).toBe(2);
    fake.refuse('system.unavailable');
    expect(useConnection.getState().refusal).toBeUndefined();
    fake.refuse('connection.too_many');
    fake.accept();
    expect(useConnection.getState().refusal).toBeUndefined();
  });

  it('leaves a draining node at once, and reconnects after the requested delay', async () => {
    signIn();
    fake.accept();
    fake.handlers.get('server:bye')?.({ retryInMs: 7_000 });
    expect(fake.connected).toBe(false);
    fake.lose('io client disconnect');
    expect(useConnection.getState()).toEqual({ status: 'down', downSince: Date.now() });
    await vi.advanceTimersByTimeAsync(6_900);
    expect(fake.connects).toBe(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(fake.connects).toBe(2);
  });

  it.each([undefined, NaN, -5, 'soon', 1e9, 1e12])(
    'reconnects within 30 s after a request for %s ms',
    async (retryInMs) => {
      signIn();
      fake.accept();
      fake.handlers.get('server:bye')?.({ retryInMs });
      await vi.advanceTimersByTimeAsync(30_000);
      expect(fake.connects).toBe(2);
    },
  );

  it('does not reconnect after a goodbye when the user has signed out', async () => {
    signIn();
    fake.accept();
    fake.handlers.get('server:bye')?.({ retryInMs: 1_000 });
    useSession.setState({ status: 'signed_out', user: undefined });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fake.connects).toBe(1);
  });

  it('records since when it has been down', () => {
    signIn();
    fake.accept();
    vi.setSystemTime('2026-11-21T13:02:00Z');
    fake.lose('transport close');
    vi.setSystemTime('2026-11-21T13:03:00Z');
    fake.handlers.get('connect_error')?.(new Error('websocket error'));
    const downSince = Date.parse('2026-11-21T13:02:00Z');
    expect(useConnection.getState()).toMatchObject({ status: 'down', downSince });
  });

  it('counts a half-open connection as down for the last 15 s', () => {
    signIn();
    fake.accept();
    fake.lose('ping timeout');
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
    fake.accept();
    fake.lose('transport close');
    target.dispatchEvent(new Event(name));
    expect(fake.connects).toBe(2);
  });

  it('sends a renewed token over an open connection', async () => {
    signIn();
    await auth();
    fake.accept();
    signIn();
    await vi.advanceTimersByTimeAsync(0);
    expect(fake.sent).toEqual([]);
    session.token = 'second';
    signIn();
    await vi.advanceTimersByTimeAsync(0);
    expect(fake.sent).toEqual([['auth:renew', { token: 'second' }]]);
  });

  it('never queues a message for later', async () => {
    signIn();
    const end = { alarmId: 'a', outcome: 'resolved' } as const;
    await expect(ask('alarm:end', end, 1_000)).rejects.toThrow('not connected');
    expect(fake.sent).toEqual([]);
    fake.accept();
    await expect(ask('alarm:end', end, 1_000)).resolves.toEqual({ ok: true });
  });
});
