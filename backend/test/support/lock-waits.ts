import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { ARRIVES_MS, until } from './wait-until.js';

/**
 * Waits until so many statements in this database wait for the lock of another transaction.
 * @param by outside of a transaction, which would see only the connections of its first look
 */
export function untilWaiting(by: DataSource, count: number): Promise<void> {
  return until(`${count} statements wait for a lock`, ARRIVES_MS, async () => {
    const waiting = await by.query<object[]>(
      `select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return waiting.length >= count;
  });
}

/** Lets a transaction of a test wait for a slow machine: one of the server ends after a second. */
export const mayIdle = (tx: EntityManager | QueryRunner): Promise<unknown> =>
  tx.query('set local idle_in_transaction_session_timeout = 0');

/**
 * Locks a building's stream as a slow transaction of another node would.
 * @returns the release, which may be called again
 */
export async function holdStream(
  database: DataSource,
  buildingId: string,
): Promise<() => Promise<void>> {
  const holder = database.createQueryRunner();
  await holder.startTransaction();
  await mayIdle(holder);
  await holder.query('select 1 from building_streams where building_id = $1 for update', [
    buildingId,
  ]);
  return async () => {
    if (holder.isReleased) return;
    await holder.commitTransaction();
    await holder.release();
  };
}
