import pg from 'pg';
import { CONNECTION } from './connections/timeout-client.js';
import { createSchemaSource, type Schema } from './data-source.js';

/** An arbitrary lock number that nothing else uses: "ResQ" in ASCII. */
const MIGRATION_LOCK = 0x52657351;

/**
 * Brings the schema up to date. Nodes that start together queue on one advisory lock, held on a
 * connection of its own so that it ends with the process.
 * @param afterwards runs on that connection, still under the lock
 */
export async function migrate(
  databaseUrl: string,
  schema: Schema,
  afterwards: (owner: pg.Client) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const lock = new pg.Client({ ...CONNECTION, connectionString: databaseUrl });
  // Without a listener, an `error` event would end the process. The migrations report an outage.
  lock.on('error', () => undefined);
  await lock.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const source = await createSchemaSource(databaseUrl, schema).initialize();
    try {
      await source.runMigrations({ transaction: 'each' });
    } finally {
      await source.destroy();
    }
    await afterwards(lock);
  } finally {
    await lock.end();
  }
}
