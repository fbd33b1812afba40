import { isFinal } from './is-final.js';

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
