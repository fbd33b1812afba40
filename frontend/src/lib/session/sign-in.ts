import type { SignedIn, User } from '@contract/http';
import { TIMES } from '@contract/limits';
import { request } from '../net/http.js';
import { begin, end, OWN_PAGE } from './session.js';
import { withSessionLock } from './session-lock.js';

/** The sign-out in progress. A sign-in waits for it: its late answer would clear the new cookie. */
let leaving: Promise<unknown> = Promise.resolve();

export function signIn(email: string, password: string): Promise<User> {
  return enter('/auth/sign-in', { email, password });
}

/** Finishes a sign-in that was answered with `auth.second_factor_required`. */
export function finishSignIn(code: string): Promise<User> {
  return enter('/auth/sign-in/code', { code });
}

export function signUp(email: string, password: string): Promise<User> {
  return enter('/auth/sign-up', { email, password });
}

/**
 * Ends this browser's session in all its tabs at once, also when the server cannot be reached.
 * @param everywhere ends the sessions of other devices too; it rejects when the server does not
 *   confirm
 */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  if (everywhere) await postSignOut({ everywhere: true });
  end({ left: true });
  if (!everywhere) await (leaving = postSignOut({}).catch(() => undefined));
}

/** Signs out after the account was closed: the server ended its sign-ins, and clears the cookie. */
export function leaveForGood(): void {
  const erasedBy = new Date(Date.now() + TIMES.erasureMs).toISOString();
  end({ left: true, erasedBy });
  leaving = postSignOut({}).catch(() => undefined);
}

function postSignOut(body: { everywhere?: true }): Promise<unknown> {
  const options = { auth: false, headers: OWN_PAGE, timeoutMs: 5_000 };
  return withSessionLock(() => request('POST', '/auth/sign-out', body, options));
}

async function enter(path: string, body: object): Promise<User> {
  await leaving;
  const options = { auth: false, headers: OWN_PAGE };
  const call = () => request<SignedIn>('POST', path, body, options);
  const answer = await withSessionLock(call);
  begin(answer);
  return answer.user;
}
