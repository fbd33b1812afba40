import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const REFUSAL_MS = 1_000;

/**
 * The pool that BullMQ gets: a failure takes a second. It is no `retry`, because BullMQ's worker
 * retries by itself, at once after most failures; against a database that refuses quickly that would
 * fill the processor and the log.
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
