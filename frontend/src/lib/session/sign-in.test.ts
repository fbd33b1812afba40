import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  freshPage,
  leaveSessionEntry,
  nothing,
  refuse,
  serve,
  signedIn,
  unreachable,
} from '../../testing/server.js';

const REFRESH = 'POST /auth/refresh';
const SIGN_OUT = 'POST /auth/sign-out';

let session: Awaited<ReturnType<typeof freshPage>>;
beforeEach(async () => {
  session = await freshPage();
});
let stops: (() => void)[] = [];
afterEach(() => {
  stops.forEach((stop) => stop());
  stops = [];
});
const state = () => session.useSession.getState();
const entry = () => localStorage.getItem('resq.session');

describe('signing in and out', () => {
  it('stores the user and the end of the session in this browser, but no token', async () => {
    serve({ 'POST /auth/sign-in': () => signedIn() });
    await session.signIn('anna@resq.example', 'hemligt');
    expect(Object.keys(JSON.parse(entry() ?? '') as object).sort()).toEqual(['until', 'user']);
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('token-1');
  });

  it('signs out here also when the server cannot be reached, and says so', async () => {
    leaveSessionEntry();
    serve({ [REFRESH]: () => signedIn() });
    await session.restore();
    serve({});
    const over = session.signOut();
    expect(state()).toMatchObject({ status: 'signed_out', left: true });
    expect(entry()).toBeNull();
    await over;
    expect(state().leaveFailed).toBe(true);
  });

  it('stays a sign-out of this tab when a renewal had to wait until then', async () => {
    leaveSessionEntry();
    serve({ [REFRESH]: () => signedIn(), [SIGN_OUT]: nothing });
    await session.restore();
    let grant = () => undefined as void;
    const granted = new Promise<void>((resolve) => (grant = resolve));
    const lock = (_name: string, _options: object, work: () => unknown) => granted.then(work);
    vi.stubGlobal('navigator', { locks: { request: lock } });
    localStorage.removeItem('resq.session');
    session.follow();
    const over = session.signOut();
    grant();
    await over;
    expect(state()).toMatchObject({ status: 'signed_out', left: true });
  });

  it.each([
    ['by itself', () => vi.advanceTimersByTimeAsync(60_000)],
    ['when the network is back', () => window.dispatchEvent(new Event('online'))],
    ['when the page is shown again', () => window.dispatchEvent(new Event('pageshow'))],
    ['at the next start', () => freshPage().then((page) => void stops.push(page.watchSession()))],
  ])('tells the server of such a sign-out %s', async (_, happen) => {
    vi.useFakeTimers();
    leaveSessionEntry();
    serve({ [REFRESH]: () => signedIn() });
    await session.restore();
    stops.push(session.watchSession());
    serve({ [SIGN_OUT]: unreachable });
    await session.signOut();
    const asked = serve({ [SIGN_OUT]: nothing });
    await happen();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.map(({ path }) => path)).toEqual(['/auth/sign-out']);
    expect(localStorage.getItem('resq.sign-out')).toBe('done');
  });

  it('tells the server of such a sign-out before the next sign-in, and never after it', async () => {
    vi.useFakeTimers();
    leaveSessionEntry();
    serve({ [REFRESH]: () => signedIn() });
    await session.restore();
    stops.push(session.watchSession());
    serve({ [SIGN_OUT]: unreachable });
    await session.signOut();
    let works = false;
    const asked = serve({
      [SIGN_OUT]: () => (works ? nothing() : unreachable()),
      'POST /auth/sign-in': () => signedIn(),
      [REFRESH]: () => signedIn(),
    });
    await session.signIn('karl@resq.example', 'hemligt');
    expect(asked[0]?.path).toBe('/auth/sign-out');
    works = true;
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(60_000);
    const paths = asked.map(({ path }) => path);
    expect(paths.lastIndexOf('/auth/sign-out')).toBeLessThan(paths.indexOf('/auth/sign-in'));
    expect(state()).toMatchObject({ status: 'signed_in', leaveFailed: false });
  });

  it('fails when the browser refuses the cookie, instead of ending some minutes later', async () => {
    const over = () => refuse(401, 'auth.session_ended', 'Du är utloggad. Logga in igen.');
    serve({ 'POST /auth/sign-in': () => signedIn(), [REFRESH]: over });
    await expect(session.signIn('anna@resq.example', 'hemligt')).rejects.toMatchObject({
      code: 'auth.cookies_refused',
    });
    expect(state().status).not.toBe('signed_in');
    expect(entry()).toBeNull();
  });

  it.each([unreachable, () => refuse(503, 'system.busy', 'Försök igen')])(
    'signs in when the cookie cannot be proved (%#)',
    async (answer) => {
      serve({ 'POST /auth/sign-in': () => signedIn(), [REFRESH]: answer });
      await session.signIn('anna@resq.example', 'hemligt');
      expect(await session.accessToken()).toBe('token-1');
    },
  );

  it('signs in only after the answer to an earlier sign-out, which clears the cookie', async () => {
    const received: string[] = [];
    serve({
      'POST /auth/sign-in': () => (received.push('in'), signedIn()),
      'POST /auth/sign-out': async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        received.push('out');
        return nothing();
      },
    });
    await session.signIn('anna@resq.example', 'hemligt');
    void session.signOut();
    await session.signIn('karl@resq.example', 'hemligt');
    expect(received).toEqual(['in', 'out', 'in']);
    expect(state().status).toBe('signed_in');
  });

  it('stays signed in when the server does not confirm a sign-out everywhere', async () => {
    leaveSessionEntry();
    serve({ [REFRESH]: () => signedIn() });
    await session.restore();
    serve({});
    await expect(session.signOut({ everywhere: true })).rejects.toThrow();
    expect(state().status).toBe('signed_in');
  });

  it('drops the answer to a renewal that was sent before the sign-out', async () => {
    leaveSessionEntry();
    let answer: (response: Response) => void = () => undefined;
    serve({
      [REFRESH]: () => new Promise((resolve) => (answer = resolve)),
      'POST /auth/sign-out': nothing,
    });
    const restored = session.restore();
    await vi.waitFor(() => expect(answer.length).toBe(1));
    await session.signOut();
    answer(signedIn());
    await restored;
    expect(state().status).toBe('signed_out');
    expect(entry()).toBeNull();
  });
});
