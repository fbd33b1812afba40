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
    if (!(await isUpToDate(lock, schema))) await runMigrations(databaseUrl, schema);
    await afterwards(lock);
  } finally {
    await lock.end();
  }
}

/** Saves a node that starts again TypeORM's two connections and its look at all entities. */
async function isUpToDate(lock: pg.Client, { migrations }: Schema): Promise<boolean> {
  const { rows: found } = await lock.query(`select to_regclass('public.migrations') as found`);
  if (!(found as { found: string | null }[])[0]?.found) return false;
  const { rows } = await lock.query<{ name: string }>('select name from public.migrations');
  const done = new Set(rows.map(({ name }) => name));
  return migrations.every(({ name }) => done.has(name));
}

async function runMigrations(databaseUrl: string, schema: Schema): Promise<void> {
  const source = await createSchemaSource(databaseUrl, schema).initialize();
  try {
    await source.runMigrations({ transaction: 'each' });
  } finally {
    await source.destroy();
  }
}
