import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const REFUSAL_MS = 1_000;

/**
 * Wraps the pool for BullMQ so that a failure takes at least a second. BullMQ's worker retries by
 * itself, mostly at once. While a database refuses connections quickly, that would use up the CPU
 * and flood the log.
 */
export function backoffPool(pool: pg.Pool): object {
  const slowly = async <T>(asked: Promise<T>): Promise<T> => {
    try {
      return await asked;
    } catch (error) {
      await sleep(REFUSAL_MS);
      throw error;
    }
  };
  return {
    options: pool.options,
    connect: () => slowly(pool.connect()),
    query: (text: string, values?: unknown[]) => slowly(pool.query(text, values)),
    on: pool.on.bind(pool),
    end: () => pool.end(),
  };
}
