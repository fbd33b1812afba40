import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ANNA,
  freshPage,
  leaveSessionEntry,
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
});
