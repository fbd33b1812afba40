import { ApiError } from '../../lib/net/http.js';
import { AUTH, SERVER_WORDS } from './auth.copy.js';

export type AuthMode = 'signIn' | 'signUp';

/** @returns the toast for a sign-in or sign-up that failed */
export function authFailure(mode: AuthMode, error: unknown): { title: string; text: string } {
  if (!(error instanceof ApiError) || !error.isRefusal) return AUTH.later;
  return { title: AUTH[mode].failed, text: SERVER_WORDS[error.message] ?? error.message };
}
