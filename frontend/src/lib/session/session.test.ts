import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ANNA,
  freshPage,
  leaveSessionEntry,
  ok,
  refuse,
  serve,
  signedIn,
  unreachable,
} from '../../testing/server.js';

const REFRESH = 'POST /auth/refresh';
const ended = () => refuse(401, 'auth.session_ended', 'Du är utloggad. Logga in igen.');

let session: Awaited<ReturnType<typeof freshPage>>;
beforeEach(async () => {
  session = await freshPage();
});
const state = () => session.useSession.getState();
const entry = () => localStorage.getItem('resq.session');

describe('the start of a page', () => {
  it('sends no request without a session entry', async () => {
    const asked = serve({});
    await session.restore();
    expect(state().status).toBe('signed_out');
    expect(asked).toHaveLength(0);
  });

  it('renews with the header that a foreign page cannot send', async () => {
    leaveSessionEntry();
    const asked = serve({ [REFRESH]: () => signedIn() });
    await session.restore();
    expect(state()).toMatchObject({ status: 'signed_in', user: ANNA });
    expect(asked[0]?.headers.get('X-ResQ')).toBe('1');
    expect(asked[0]?.headers.get('Content-Type')).toBe('application/json');
    expect(await session.accessToken()).toBe('token-1');
  });

  it('trusts the entry while the server is slow, until it refuses', async () => {
    vi.useFakeTimers();
    leaveSessionEntry();
    let answer: (response: Response) => void = () => undefined;
    serve({ [REFRESH]: () => new Promise((resolve) => (answer = resolve)) });
    const restored = session.restore();
    await vi.advanceTimersByTimeAsync(2_400);
    expect(state().status).toBe('unknown');
    await vi.advanceTimersByTimeAsync(200);
    expect(state()).toMatchObject({ status: 'signed_in', user: ANNA });
    answer(ended());
    await restored;
    expect(state().status).toBe('signed_out');
  });
});

describe('a renewal that fails', () => {
  it.each([
    ['a lost network', unreachable],
    ['a server error', () => refuse(503, 'system.unavailable', 'Försök igen senare')],
    ['too many renewals', () => refuse(429, 'request.rate_limited', 'Försök igen om en stund.')],
    ['an HTML page of a proxy', () => new Response('<h1>502</h1>', { status: 502 })],
    ['a refused origin', () => refuse(403, 'request.origin_refused', 'Nej')],
  ])('does not end the session after %s, and is repeated', async (_, failure) => {
    vi.useFakeTimers();
    leaveSessionEntry();
    let works = false;
    serve({ [REFRESH]: () => (works ? signedIn() : failure()) });
    await session.restore();
    expect(state()).toMatchObject({ status: 'signed_in', user: ANNA });
    expect(entry()).not.toBeNull();
    expect(await session.accessToken()).toBeUndefined();
    works = true;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await session.accessToken()).toBe('token-1');
  });

  it('ends the session on 401, in the storage too, so that all tabs follow', async () => {
    leaveSessionEntry();
    serve({ [REFRESH]: ended });
    await session.restore();
    // `ended` tells the page that it lost a session, which a visitor never had.
    expect(state()).toMatchObject({ status: 'signed_out', user: undefined, ended: true });
    expect(entry()).toBeNull();
    expect(await session.accessToken()).toBeUndefined();
  });

  it.each([
    ['the sign-in page of a portal', () => new Response('<h1>Wi-Fi</h1>', { status: 401 })],
    ['the JSON of a portal', () => ok({ error: { code: 'auth.session_ended' } }, 401)],
  ])('does not end the session of any tab on 401 with %s', async (_, answer) => {
    vi.useFakeTimers();
    leaveSessionEntry();
    let isCaptive = true;
    serve({ [REFRESH]: () => (isCaptive ? answer() : signedIn()) });
    await session.restore();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(state().status).toBe('signed_in');
    expect(entry()).not.toBeNull();
    isCaptive = false;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await session.accessToken()).toBe('token-1');
  });

  it('does not withdraw a token before it expires', async () => {
    vi.useFakeTimers();
    leaveSessionEntry();
    let works = true;
    serve({ [REFRESH]: () => (works ? signedIn() : unreachable()) });
    await session.restore();
    works = false;
    await vi.advanceTimersByTimeAsync(9 * 60_000 + 45_000);
    expect(await session.accessToken()).toBe('token-1');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await session.accessToken()).toBeUndefined();
    expect(state().status).toBe('signed_in');
  });
});

describe('a renewal', () => {
  it('sends one request, however many callers need a token at the same time', async () => {
    leaveSessionEntry();
    const asked = serve({ [REFRESH]: () => signedIn() });
    const restored = session.restore();
    const tokens = await Promise.all([1, 2, 3].map(() => session.accessToken()));
    await restored;
    expect(tokens).toEqual(['token-1', 'token-1', 'token-1']);
    expect(asked).toHaveLength(1);
  });

  it('happens by itself two minutes before the token expires', async () => {
    vi.useFakeTimers();
    leaveSessionEntry();
    let count = 0;
    serve({ [REFRESH]: () => signedIn(ANNA, `token-${++count}`) });
    await session.restore();
    await vi.advanceTimersByTimeAsync(8 * 60_000 - 1_000);
    expect(count).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(count).toBe(2);
    expect(await session.accessToken()).toBe('token-2');
  });

  it.each([
    ['an hour ahead', 60, 2],
    ['an hour behind', -60, 8],
  ])('happens in time when this device’s clock is %s', async (_, ahead, minutes) => {
    vi.useFakeTimers();
    leaveSessionEntry();
    const expiresAt = () => new Date(Date.now() + (10 - ahead) * 60_000).toISOString();
    const asked = serve({
      [REFRESH]: () => ok({ user: ANNA, accessToken: 'token-1', expiresAt: expiresAt() }),
    });
    await session.restore();
    await vi.advanceTimersByTimeAsync(minutes * 60_000 - 1);
    expect(await session.accessToken()).toBe('token-1');
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveLength(2);
  });

  it.each(['online', 'pageshow'])('is repeated at "%s" after a failure', async (wakeUp) => {
    leaveSessionEntry();
    let works = false;
    serve({ [REFRESH]: () => (works ? signedIn() : unreachable()) });
    const stop = session.watchSession();
    await session.restore();
    works = true;
    window.dispatchEvent(new Event(wakeUp));
    await vi.waitFor(async () => expect(await session.accessToken()).toBe('token-1'));
    stop();
  });

  it('holds one lock for all tabs, where the browser has locks', async () => {
    const names: string[] = [];
    vi.stubGlobal('navigator', {
      locks: {
        request: (name: string, _options: object, work: () => Promise<unknown>) => {
          names.push(name);
          return work();
        },
      },
    });
    leaveSessionEntry();
    serve({ [REFRESH]: () => signedIn() });
    await session.restore();
    expect(names).toEqual(['resq-session']);
  });

  it('does not prolong the entry, which counts from the sign-in', async () => {
    leaveSessionEntry();
    const { until } = JSON.parse(entry() ?? '') as { until: string };
    serve({ [REFRESH]: () => signedIn() });
    await session.restore();
    expect(JSON.parse(entry() ?? '')).toEqual({ user: ANNA, until });
  });
});
