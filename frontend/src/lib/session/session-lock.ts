import { withTabLock } from '../browser/tab-lock.js';

/** The server accepts two rotations of one cookie within 10 s, so a frozen tab does no harm. */
const PATIENCE_MS = 8_000;

/** Runs what changes the session in one tab of this browser at a time. */
export function withSessionLock<T>(work: () => Promise<T>): Promise<T> {
  return withTabLock('resq-session', work, { patienceMs: PATIENCE_MS });
}
