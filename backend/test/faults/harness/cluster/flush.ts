import type { Pool } from 'pg';

/**
 * Turns PostgreSQL's flush of commits on or off, on the run's shared server. A busy disk needs 50 to
 * 900 ms for about one flush in 100, so a 99th percentile of 100 presses would be decided by chance.
 * Without it presses are faster, and a bound that is a multiple of their time is stricter.
 */
export async function flushCommits(database: Pool, isOn: boolean): Promise<void> {
  await database.query(`alter system set fsync = ${isOn ? 'on' : 'off'}`);
  await database.query('select pg_reload_conf()');
}
