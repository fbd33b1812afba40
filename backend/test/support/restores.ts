import type { DataSource } from 'typeorm';

/** The tables of a stream, parents first. */
const TABLES = ['building_streams', 'alarms', 'alarm_events', 'presses'];

/** Copies the stream's tables, as `pg_dump` would. */
export async function dump(database: DataSource): Promise<void> {
  await database.query('create schema dump');
  for (const table of TABLES) {
    await database.query(`create table dump.${table} as select * from ${table}`);
  }
}

/** Replaces the stream's tables by their copies, as a reload of a dump does. */
export async function restore(database: DataSource): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(`truncate ${TABLES.join(', ')} cascade`);
    for (const table of TABLES) await tx.query(`insert into ${table} select * from dump.${table}`);
  });
}

/**
 * Takes the last events back without a trace in the database, as putting back the disk of an
 * earlier moment does.
 * @param head the `seq` of the last event that stays
 */
export async function rollBackDisk(database: DataSource, head: number): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('alter table building_streams disable trigger user');
    await tx.query(
      'delete from alarms where id in (select alarm_id from alarm_events where seq > $1)',
      [head],
    );
    await tx.query(
      `update building_streams set head = $1,
              lineage = database_lineage() || '/' || pg_current_xact_id()::xid`,
      [head],
    );
    await tx.query('alter table building_streams enable trigger user');
  });
}
