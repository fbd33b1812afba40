import type { ErrorCode } from '@contract/errors';
import { vi } from 'vitest';

/** A request that the fake server of a test received. */

export interface ReceivedRequest {
  method: string;
  path: string;
  body: unknown;
  headers: Headers;
}

type Answer = Response | Promise<Response>;
type Answers = Record<string, (asked: ReceivedRequest) => Answer>;

/**
 * Replaces `fetch` with a fake server.
 * @param answers by "METHOD /path"; other addresses cannot be reached
 * @returns the requests received so far; it grows with each request
 */
export function serve(answers: Answers): ReceivedRequest[] {
  const asked: ReceivedRequest[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}): Promise<Response> => {
    const path = url.replace(/^\/api/, '');
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
    const request = { method, path, body, headers: new Headers(init.headers) };
    asked.push(request);
    const answer = answers[`${method} ${path}`];
    if (!answer) throw new TypeError(`the test defines no answer to ${method} ${path}`);
    return answer(request);
  });
  return asked;
}

export const ok = (body: unknown, status = 200): Response => Response.json(body, { status });
export const nothing = (): Response => new Response(null, { status: 204 });
export const unreachable = (): Promise<Response> => Promise.reject(new TypeError('lost network'));
export const never = (): Promise<Response> => new Promise(() => undefined);

export function refuse(
  status: number,
  code: ErrorCode,
  message: string,
  fields?: Record<string, string>,
): Response {
  return Response.json({ error: { code, message, fields, requestId: 'r' } }, { status });
}

export const ANNA = { id: 'anna', email: 'anna@resq.example', roles: [] };
export const ADMIN = { id: 'admin', email: 'admin@resq.example', roles: ['admin' as const] };

export function signedIn(user: object = ANNA, accessToken = 'token-1'): Response {
  const expiresAt = new Date(Date.now() + 10 * 60_000).toISOString();
  return ok({ user, accessToken, expiresAt });
}

/** Stores the session entry that an earlier sign-in in this browser would leave. */
export function leaveSessionEntry(user: object = ANNA): void {
  const until = new Date(Date.now() + 20 * 24 * 60 * 60_000).toISOString();
  localStorage.setItem('resq.session', JSON.stringify({ user, until }));
}

/** Signs in with a server that accepts it. The test defines the answers afterwards. */
export async function signInAs(user: object = ANNA): Promise<void> {
  const { signIn } = await import('../lib/session/sign-in.js');
  serve({ 'POST /auth/sign-in': () => signedIn(user) });
  await signIn('anna@resq.example', 'hemligt');
}

/** Returns new instances of the session's modules, as in a page that was just opened. */
export async function freshPage() {
  vi.resetModules();
  return {
    ...(await import('../lib/net/http.js')),
    ...(await import('../lib/session/session.js')),
    ...(await import('../lib/session/sign-in.js')),
  };
}
