import { ApiError } from './http.js';

const FIRST_MS = 1_000;
const LONGEST_MS = 10_000;

/**
 * Returns the delay before the next attempt. It grows with each failure, and it is spread so that the
 * tabs of a building that lost one node do not come back all at once.
 * @param failures so far, from 1
 * @param longestMs the delay stops growing here. Default 10,000
 */
export function backoffMs(failures: number, longestMs = LONGEST_MS): number {
  const longest = Math.min(FIRST_MS * 2 ** (failures - 1), longestMs);
  return longest * (0.5 + Math.random() / 2);
}

/**
 * Returns true when the server understood a request and refused it, so that the same request would
 * be refused again. These refusals are not final, and a later attempt may succeed:
 * - 401: the access token could not be renewed in time;
 * - 408 and 429: the request should come again later. `alarm.rate_limited` is the exception: this
 *   press will not be accepted later.
 */
export function isFinal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  const { status, code } = error;
  if (status < 400 || status >= 500) return false;
  if (status === 401 || status === 408) return false;
  return status !== 429 || code === 'alarm.rate_limited';
}

/** Short enough for a user who waits, and long enough not to flood a server that is down. */
const DELAY_MS = 2_000;

interface RetryOptions {
  /** Checked before each further attempt; the first one is always made. */
  isOver: () => boolean;
  /** Called for each failure that is followed by another attempt. */
  onFailure?: (error: unknown) => void;
  /** Milliseconds from a failure to the next attempt; a function gets the number of failures. Default 2,000. */
  delayMs?: number | ((failures: number) => number);
}

/**
 * Calls `attempt` at once, and again after each temporary failure.
 * @returns the value of the first attempt that succeeds; undefined once it is over
 * @throws ApiError a refusal that another attempt would meet too (see `isFinal`)
 */
export async function retryUntil<T>(
  attempt: () => Promise<T>,
  { isOver, onFailure, delayMs = DELAY_MS }: RetryOptions,
): Promise<T | undefined> {
  let failures = 0;
  do {
    try {
      return await attempt();
    } catch (error) {
      if (isFinal(error)) throw error;
      onFailure?.(error);
    }
    failures += 1;
    const waitMs = typeof delayMs === 'number' ? delayMs : delayMs(failures);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  } while (!isOver());
  return undefined;
}
