import { beforeEach, describe, expect, it, vi } from 'vitest';
import { freshPage, leaveSessionEntry, nothing, serve, signedIn } from '../../testing/server.js';

const REFRESH = 'POST /auth/refresh';

let session: Awaited<ReturnType<typeof freshPage>>;
beforeEach(async () => {
  session = await freshPage();
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

  it('signs out here also when the server cannot be reached', async () => {
    leaveSessionEntry();
    serve({ [REFRESH]: () => signedIn() });
    await session.restore();
    serve({});
    const over = session.signOut();
    expect(state()).toMatchObject({ status: 'signed_out', left: true });
    expect(entry()).toBeNull();
    await over;
  });

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
