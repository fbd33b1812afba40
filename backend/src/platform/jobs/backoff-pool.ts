import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const REFUSAL_MS = 1_000;

/**
 * The pool as BullMQ is given it: a failure takes a second. Its worker asks again at once after most
 * of them, and against a database that refuses quickly that would fill the processor and the log.
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
