import { setTimeout as sleep } from 'node:timers/promises';
import { isPassing } from './database/database-errors.js';
import type { Logger } from './logging.js';

const AWAY_RETRY_MS = 500;
const COMPLAIN_EVERY = 20;

interface RetryOptions {
  /** Ends the retries with its reason. */
  signal: AbortSignal;
  /** Doubles after each failure, up to `maxDelayMs`; without that it stays the same. */
  delayMs: number;
  maxDelayMs?: number;
  /** True waits before the first attempt as well, right after a failure that would only repeat. */
  delayFirst?: boolean;
  /** Any other error is thrown at once; by default every error is retried. */
  isRetryable?: (error: unknown) => boolean;
  /** @param attempt counts from 0 */
  onFailure: (error: unknown, attempt: number) => void;
}

/**
 * Runs the work until it succeeds.
 * @throws the signal's reason, or an error that is not retryable
 */
export async function retry<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { signal, delayMs, maxDelayMs = delayMs, delayFirst = false } = options;
  const { isRetryable = () => true, onFailure } = options;
  let failures = 0;
  const wait = (): Promise<void> =>
    sleep(Math.min(delayMs * 2 ** failures, maxDelayMs), undefined, { signal });
  if (delayFirst) {
    await wait();
    failures = 1;
  }
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error)) throw error;
      onFailure(error, attempt);
      await wait();
      failures += 1;
    }
  }
}

/** Retries in the background. @returns a promise that resolves after the first attempt */
export function retryInBackground(
  work: () => Promise<void>,
  options: Omit<RetryOptions, 'isRetryable'>,
): Promise<void> {
  return new Promise((resolve) => {
    const onFailure = (error: unknown, attempt: number): void => {
      options.onFailure(error, attempt);
      resolve();
    };
    // Every error is retried, so only the aborted signal can reject here.
    retry(work, { ...options, onFailure }).then(resolve, () => resolve());
  });
}

/**
 * Runs the work as soon as the database is available. Any other error, such as a wrong
 * password, needs an operator and is thrown at once.
 * @param options `signal` ends the retries with its reason; `logger` gets the first failure and every
 *   20th after it
 */
export function retryUntilAvailable<T>(
  work: () => Promise<T>,
  { signal, logger }: { signal: AbortSignal; logger: Logger },
): Promise<T> {
  return retry(work, {
    signal,
    delayMs: AWAY_RETRY_MS,
    isRetryable: isPassing,
    onFailure: (error, attempt) => {
      if (attempt % COMPLAIN_EVERY !== 0) return;
      logger.warn({ err: error }, 'the database is away; waiting for it');
    },
  });
}
