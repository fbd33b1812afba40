import type { EntityManager } from 'typeorm';
import { Transactions } from '../../src/platform/database/transactions.js';
import { RetentionRules } from '../../src/platform/retention/retention.js';
import { useBuilding } from '../support/building.js';
import { fillTables } from '../support/filled-tables.js';

/**
 * Erasures and exports of one person find their rows by index: in a large installation, one that scanned
 * a table would reach the limit of a statement at every attempt, and never end.
 */

const ROWS = 2_000;
/** A plan by index reads this person's rows and those of the demo's houses. */
const READ_AT_MOST = ROWS / 4;

const building = useBuilding();
// Filled tables have lost their check constraints, and other tests share the application.
afterEach(() => building.app.close());

/**
 * @returns how many rows of each table the connection has read: earlier transactions count as well, until
 *   PostgreSQL has added them to its statistics
 */
async function rowsRead(tx: EntityManager): Promise<Map<string, number>> {
  const rows = await tx.query<{ table: string; rows: number }[]>(
    `select relname as table, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
       from pg_stat_xact_user_tables where schemaname = 'public'`,
  );
  return new Map(rows.map((row) => [row.table, row.rows]));
}

it('an erasure scans no table, however many rows belong to others', async () => {
  const { app, databaseUrl } = building.app;
  const tables = await fillTables(databaseUrl, ROWS);
  expect(tables.length).toBeGreaterThan(30);
  const { userId, membershipId } = building.karl;
  const scanned = await app.get(Transactions).run(async (tx) => {
    const before = await rowsRead(tx);
    await app.get(RetentionRules).erase(tx, { userId, membershipIds: [membershipId] });
    const read = [...(await rowsRead(tx))].map(
      ([table, rows]) => [table, rows - (before.get(table) ?? 0)] as const,
    );
    return read.filter(([, rows]) => rows > READ_AT_MOST);
  });
  expect(scanned).toEqual([]);
});
