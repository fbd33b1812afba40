import { retry } from '../retry.js';
import { isPassing } from './outage.js';

const RETRY_MS = 500;
const COMPLAIN_EVERY = 20;

/**
 * Runs the work as soon as the database is available. Any other error, such as a wrong
 * password, needs an operator and is thrown at once.
 * @param options `signal` ends the retries with its reason; `complain` receives the first failure
 *   and every 20th after it
 */
export function retryUntilAvailable<T>(
  work: () => Promise<T>,
  { signal, complain }: { signal: AbortSignal; complain: (error: unknown) => void },
): Promise<T> {
  return retry(work, {
    signal,
    delayMs: RETRY_MS,
    isRetryable: isPassing,
    onFailure: (error, attempt) => {
      if (attempt % COMPLAIN_EVERY === 0) complain(error);
    },
  });
}
