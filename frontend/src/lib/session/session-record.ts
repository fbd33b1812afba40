import type { User } from '@contract/http';
import { TIMES } from '@contract/limits';
import { local, readJson, write } from '../browser/storage.js';

export const SESSION_KEY = 'resq.session';

/** The signed-in user and the latest end of the session. It never contains a token. */
export interface SessionRecord {
  user: User;
  /** ISO 8601: the sign-in plus 30 days, which no renewal prolongs. */
  until: string;
}

export function readRecord(): SessionRecord | undefined {
  const found = readJson(local, SESSION_KEY) as Partial<SessionRecord> | null | undefined;
  if (typeof found?.user?.id !== 'string' || !Array.isArray(found.user.roles)) return undefined;
  return { user: found.user, until: String(found.until) };
}

export function writeRecord(user: User, until = endOfSignIn()): void {
  write(local, SESSION_KEY, JSON.stringify({ user, until } satisfies SessionRecord));
}

export function removeRecord(): void {
  local.removeItem(SESSION_KEY);
}

export const SIGN_OUT_KEY = 'resq.sign-out';

/**
 * The last sign-out in this browser: `asked` until the server has confirmed it, then `done`, until
 * somebody signs in. It tells an entry that was removed from one that the browser has lost.
 */
type SignOut = 'asked' | 'done';

export function readSignOut(): SignOut | undefined {
  return (local.getItem(SIGN_OUT_KEY) as SignOut | null) ?? undefined;
}

export function writeSignOut(state: SignOut | undefined): void {
  if (state) write(local, SIGN_OUT_KEY, state);
  else local.removeItem(SIGN_OUT_KEY);
}

function endOfSignIn(): string {
  return new Date(Date.now() + TIMES.refreshTokenMs).toISOString();
}
