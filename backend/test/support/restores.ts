import type { Client } from 'pg';
import { asOwner } from './create-database.js';

/** The tables of a stream, parents first. */
const TABLES = ['building_streams', 'alarms', 'alarm_events', 'presses'];

/** Copies the stream's tables, as `pg_dump` would. */
export async function dump(databaseUrl: string): Promise<void> {
  await asOwner(databaseUrl, async (owner) => {
    // Tests that share an application share its database.
    await owner.query('drop schema if exists dump cascade; create schema dump');
    for (const table of TABLES) {
      await owner.query(`create table dump.${table} as select * from ${table}`);
    }
  });
}

/** Replaces the stream's tables by their copies, as a reload of a dump does. */
export async function restore(databaseUrl: string): Promise<void> {
  await inTransaction(databaseUrl, async (owner) => {
    await owner.query(`truncate ${TABLES.join(', ')} cascade`);
    for (const table of TABLES) {
      await owner.query(`insert into ${table} select * from dump.${table}`);
    }
  });
}

/**
 * Takes the last events back without a trace in the database, as putting back the disk of an
 * earlier moment does.
 * @param head the `seq` of the last event that stays
 */
export async function rollBackDisk(databaseUrl: string, head: number): Promise<void> {
  await inTransaction(databaseUrl, async (owner) => {
    await owner.query('alter table building_streams disable trigger user');
    await owner.query(
      'delete from alarms where id in (select alarm_id from alarm_events where seq > $1)',
      [head],
    );
    await owner.query(
      `update building_streams set head = $1,
              lineage = database_lineage() || '/' || pg_current_xact_id()::xid`,
      [head],
    );
    await owner.query('alter table building_streams enable trigger user');
  });
}

async function inTransaction(
  databaseUrl: string,
  work: (owner: Client) => Promise<void>,
): Promise<void> {
  await asOwner(databaseUrl, async (owner) => {
    await owner.query('begin');
    await work(owner);
    await owner.query('commit');
  });
}
