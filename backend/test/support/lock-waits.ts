import type { DataSource, EntityManager } from 'typeorm';
import { ARRIVES_MS, until } from './wait-until.js';

/** Waits until so many statements in this database wait for the lock of another transaction. */
export function untilWaiting(by: DataSource | EntityManager, count: number): Promise<void> {
  return until(`${count} statements wait for a lock`, ARRIVES_MS, async () => {
    const waiting = await by.query<object[]>(
      `select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return waiting.length >= count;
  });
}
