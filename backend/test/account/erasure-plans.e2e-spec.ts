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

/** @returns the tables that the transaction has read more of than a plan by index does */
const readWhole = (tx: EntityManager) =>
  tx.query<{ table: string; scans: number; rows: number }[]>(
    `select relname as table, seq_scan::int as scans,
            (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
       from pg_stat_xact_user_tables
      where schemaname = 'public' and coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) > $1
      order by relname`,
    [READ_AT_MOST],
  );

it('an erasure scans no table, however many rows belong to others', async () => {
  const { app, databaseUrl } = building.app;
  const tables = await fillTables(databaseUrl, ROWS);
  expect(tables.length).toBeGreaterThan(30);
  const { userId, membershipId } = building.karl;
  const scanned = await app.get(Transactions).run(async (tx) => {
    await app.get(RetentionRules).erase(tx, { userId, membershipIds: [membershipId] });
    return readWhole(tx);
  });
  expect(scanned).toEqual([]);
});
