import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ANNA,
  freshPage,
  leaveSessionEntry,
  never,
  ok,
  refuse,
  serve,
  signedIn,
} from '../../testing/server.js';

const REFRESH = 'POST /auth/refresh';

let page: Awaited<ReturnType<typeof freshPage>>;
beforeEach(async () => {
  page = await freshPage();
});

describe('a call to the server', () => {
  it('renews a refused token once, and repeats the call with the new one', async () => {
    leaveSessionEntry();
    let count = 0;
    const asked = serve({
      [REFRESH]: () => signedIn(ANNA, `token-${++count}`),
      'GET /auth/me': ({ headers }) =>
        headers.get('Authorization') === 'Bearer token-2'
          ? Response.json({ fine: true })
          : refuse(401, 'auth.required', 'Logga in'),
    });
    await page.restore();
    expect(await page.request('GET', '/auth/me')).toEqual({ fine: true });
    expect(asked.map(({ path }) => path)).toEqual([
      '/auth/refresh',
      '/auth/me',
      '/auth/refresh',
      '/auth/me',
    ]);
  });

  it('gives up after the second refusal', async () => {
    leaveSessionEntry();
    const asked = serve({
      [REFRESH]: () => signedIn(),
      'GET /auth/me': () => refuse(401, 'auth.required', 'Logga in'),
    });
    await page.restore();
    await expect(page.request('GET', '/auth/me')).rejects.toMatchObject({ status: 401 });
    expect(asked.filter(({ path }) => path === '/auth/me')).toHaveLength(2);
  });

  it('fails as unreachable when no answer arrives in time', async () => {
    vi.useFakeTimers();
    const asked = serve({});
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      asked.length = 0;
      return new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
      );
    });
    const call = page.request('GET', '/slow', undefined, { auth: false, timeoutMs: 3_000 });
    const outcome = expect(call).rejects.toMatchObject({ status: 0, code: 'network.unreachable' });
    await vi.advanceTimersByTimeAsync(3_000);
    await outcome;
  });

  it('counts the renewal of the token into the time of the call that waits for it', async () => {
    vi.useFakeTimers();
    leaveSessionEntry();
    const asked = serve({ [REFRESH]: never, 'GET /auth/me': () => ok({}) });
    void page.restore();
    await vi.advanceTimersByTimeAsync(5_000);
    const call = page.request('GET', '/auth/me', undefined, { timeoutMs: 3_000 });
    const outcome = expect(call).rejects.toMatchObject({ status: 0, code: 'network.unreachable' });
    await vi.advanceTimersByTimeAsync(3_000);
    await outcome;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.map(({ path }) => path)).not.toContain('/auth/me');
  });

  it('passes the caller’s own abort on, also while it waits for a token', async () => {
    leaveSessionEntry();
    serve({ [REFRESH]: never });
    void page.restore();
    const stop = new AbortController();
    const call = page.request('GET', '/auth/me', undefined, { signal: stop.signal });
    const outcome = expect(call).rejects.toMatchObject({ name: 'AbortError' });
    stop.abort();
    await outcome;
  });
});

describe('an answer that is not the server’s', () => {
  const html = (status: number) =>
    new Response('<title>Logga in</title>', { status, headers: { 'Content-Type': 'text/html' } });

  it.each([
    ['a page with 400', () => html(400)],
    ['a page with 401', () => html(401)],
    ['a page with 403', () => html(403)],
    ['a page with 404', () => html(404)],
    ['a page with 511', () => html(511), 'system.unavailable'],
    ['a page with 502', () => html(502), 'system.unavailable'],
    ['a page with 200', () => html(200)],
    ['nothing with 401', () => new Response(null, { status: 401 })],
    ['JSON of a portal', () => ok({ error: 'login_required' }, 401)],
    ['JSON with a code', () => ok({ error: { code: 'auth.session_ended' } }, 401)],
    ['a list', () => ok([], 403)],
    ['null', () => ok(null, 403)],
  ])('decides nothing: %s', async (_, answer, code = 'network.unreachable') => {
    leaveSessionEntry();
    let asked = serve({ [REFRESH]: () => signedIn() });
    await page.restore();
    asked = serve({ 'GET /auth/me': answer });
    await expect(page.request('GET', '/auth/me')).rejects.toMatchObject({ code });
    expect(asked).toHaveLength(1);
    expect(page.useSession.getState().status).toBe('signed_in');
  });
});
