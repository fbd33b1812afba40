import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ANNA,
  freshPage,
  leaveSessionEntry,
  refuse,
  serve,
  signedIn,
  unreachable,
  ok,
} from '../../testing/server.js';

/** The session entry that all tabs of a browser share: lost, removed or replaced. */

const COOKIE = 'GET /auth/session';
const REFRESH = 'POST /auth/refresh';
const ended = () => refuse(401, 'auth.session_ended', 'Du är utloggad. Logga in igen.');

let session: Awaited<ReturnType<typeof freshPage>>;
beforeEach(async () => {
  session = await freshPage();
});
const state = () => session.useSession.getState();
const entry = () => localStorage.getItem('resq.session');

describe('an entry that the browser has lost', () => {
  it('is asked for once by a page behind the sign-in, and written again', async () => {
    serve({ [COOKIE]: () => ok({ hasCookie: true }), [REFRESH]: () => signedIn() });
    await session.restore({ askAnyway: true });
    expect(state()).toMatchObject({ status: 'signed_in', user: ANNA });
    expect(entry()).toContain('anna');
  });

  it.each([
    ['the cookie is gone too', { [COOKIE]: () => ok({ hasCookie: false }) }],
    ['the session is over', { [COOKIE]: () => ok({ hasCookie: true }), [REFRESH]: ended }],
    ['the server cannot be reached', {}],
  ])('leads to the sign-in when %s, without further requests', async (_, answers) => {
    vi.useFakeTimers();
    const asked = serve(answers);
    await session.restore({ askAnyway: true });
    expect(state().status).toBe('signed_out');
    const count = asked.length;
    expect(count).toBe(REFRESH in answers ? 2 : 1);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(asked).toHaveLength(count);
  });

  it('is not asked for after a sign-out', async () => {
    localStorage.setItem('resq.sign-out', 'done');
    const asked = serve({});
    await session.restore({ askAnyway: true });
    expect(state().status).toBe('signed_out');
    expect(asked).toHaveLength(0);
  });

  it.each([
    ['another tab sees it go', () => new StorageEvent('storage', { key: 'resq.session' })],
    ['the storage is cleared', () => new StorageEvent('storage', { key: null })],
    ['the page is shown again', () => new Event('pageshow')],
  ])('ends nothing when %s', async (_, event) => {
    leaveSessionEntry();
    serve({ [REFRESH]: () => signedIn() });
    const stop = session.watchSession();
    await session.restore();
    localStorage.clear();
    window.dispatchEvent(event());
    await vi.waitFor(() => expect(entry()).not.toBeNull());
    expect(state()).toMatchObject({ status: 'signed_in', user: ANNA });
    stop();
  });

  it('ends nothing when the storage is full, for as long as the page is open', async () => {
    vi.useFakeTimers();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    const asked = serve({ 'POST /auth/sign-in': () => signedIn(), [REFRESH]: () => signedIn() });
    await session.signIn('anna@resq.example', 'hemligt');
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(state().status).toBe('signed_in');
    expect(asked.length).toBeGreaterThan(5);
  });
});

describe('other tabs of this browser', () => {
  const changedElsewhere = () =>
    window.dispatchEvent(new StorageEvent('storage', { key: 'resq.session' }));
  const signedOutElsewhere = (mark: string) => {
    localStorage.removeItem('resq.session');
    localStorage.setItem('resq.sign-out', mark);
  };

  it('sign this tab out, whether or not the server knows yet', async () => {
    leaveSessionEntry();
    serve({ [REFRESH]: () => signedIn() });
    const stop = session.watchSession();
    await session.restore();
    signedOutElsewhere('asked');
    const key = 'resq.sign-out';
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: 'asked' }));
    expect(state().status).toBe('signed_out');
    expect(await session.accessToken()).toBeUndefined();
    stop();
  });

  it('sign this tab out by clearing the site’s data, once the server has confirmed it', async () => {
    leaveSessionEntry();
    let hasCookie = true;
    serve({ [REFRESH]: () => (hasCookie ? signedIn() : ended()) });
    const stop = session.watchSession();
    await session.restore();
    hasCookie = false;
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    await vi.waitFor(() => expect(state().status).toBe('signed_out'));
    stop();
  });

  it('sign this tab in', async () => {
    serve({ [REFRESH]: () => signedIn() });
    const stop = session.watchSession();
    await session.restore();
    leaveSessionEntry();
    changedElsewhere();
    await vi.waitFor(() => expect(state().status).toBe('signed_in'));
    stop();
  });

  it('sign another user in, so that the old token is no longer used', async () => {
    leaveSessionEntry();
    let user: object = ANNA;
    serve({ [REFRESH]: () => signedIn(user, `token of ${(user as typeof ANNA).id}`) });
    const stop = session.watchSession();
    await session.restore();
    user = { ...ANNA, id: 'karl' };
    leaveSessionEntry(user);
    changedElsewhere();
    await vi.waitFor(() => expect(state().user?.id).toBe('karl'));
    expect(await session.accessToken()).toBe('token of karl');
    stop();
  });

  it('are followed by a page that was asleep, when it is shown again', async () => {
    leaveSessionEntry();
    serve({ [REFRESH]: () => signedIn() });
    const stop = session.watchSession();
    await session.restore();
    signedOutElsewhere('done');
    serve({ [REFRESH]: unreachable });
    window.dispatchEvent(new Event('pageshow'));
    await vi.waitFor(() => expect(state().status).toBe('signed_out'));
    stop();
  });
});
