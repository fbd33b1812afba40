import { withTabLock } from '../browser/tab-lock.js';

/**
 * A frozen tab may hold the lock. Running without it is safe, because the server accepts two
 * rotations of one cookie within 10 s.
 */
const PATIENCE_MS = 8_000;

/** Runs changes of the session in one tab of this browser at a time. */
export function withSessionLock<T>(work: () => Promise<T>): Promise<T> {
  return withTabLock('resq-session', work, { patienceMs: PATIENCE_MS });
}
