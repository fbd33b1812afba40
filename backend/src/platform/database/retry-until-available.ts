import { setTimeout as sleep } from 'node:timers/promises';
import { isOutage } from './outage.js';

const RETRY_MS = 500;
const COMPLAIN_EVERY = 20;

/**
 * Does it as soon as the database lets it. Everything but an outage, such as a wrong password, is
 * for a person to mend and is thrown at once.
 * @param steps `signal` ends the waiting with its reason; `complain` hears of some of the failures
 */
export async function retryUntilAvailable<T>(
  work: () => Promise<T>,
  { signal, complain }: { signal: AbortSignal; complain: (error: unknown) => void },
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error)) throw error;
      if (attempt % COMPLAIN_EVERY === 0) complain(error);
      await sleep(RETRY_MS, undefined, { signal });
    }
  }
}
