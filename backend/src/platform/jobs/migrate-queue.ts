import { createRequire } from 'node:module';
import type pg from 'pg';

/** The package's index would load all of it, long before a queue opens. */
const MIGRATOR = 'bullmq/dist/cjs/postgres/migrator.js';
const { runMigrations } = createRequire(import.meta.url)(MIGRATOR) as Pick<
  typeof import('bullmq'),
  'runMigrations'
>;

/** The schema that belongs to BullMQ. */
export const SCHEMA = 'bullmq';

/**
 * Brings BullMQ's schema up to date. A role that may not create a schema leaves that to a node with
 * the address of the owner; the queues check the version when they open.
 */
export async function migrateQueue(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>(
    `select has_database_privilege(current_database(), 'create') as may`,
  );
  if (rows[0]?.may) await runMigrations(client, SCHEMA);
}
