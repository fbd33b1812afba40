import type { SignedIn, User } from '@contract/http';
import { request } from './http.js';
import { oneTabAtATime } from './one-tab.js';
import { begin, end, OWN_PAGE } from './session.js';

/** A sign-in waits for it: its late answer would take the new cookie away again. */
let leaving: Promise<unknown> = Promise.resolve();

export function signIn(email: string, password: string): Promise<User> {
  return enter('/auth/sign-in', email, password);
}

export function signUp(email: string, password: string): Promise<User> {
  return enter('/auth/sign-up', email, password);
}

/**
 * Ends this browser's session in all its tabs, at once and whether the server hears of it or not.
 * `everywhere` is a promise about other devices: it rejects when the server did not make it true.
 */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  const body = everywhere ? { everywhere } : {};
  const options = { auth: false, headers: OWN_PAGE, timeoutMs: 5_000 };
  const tell = () => oneTabAtATime(() => request('POST', '/auth/sign-out', body, options));
  if (everywhere) await tell();
  end({ left: true });
  if (!everywhere) await (leaving = tell().catch(() => undefined));
}

async function enter(path: string, email: string, password: string): Promise<User> {
  await leaving;
  const call = () => request<SignedIn>('POST', path, { email, password }, { auth: false });
  const answer = await oneTabAtATime(call);
  begin(answer);
  return answer.user;
}
