import { asOwner } from '../support/create-database.js';
import { createSeededDatabase } from '../support/seeded-database.js';

/** Each press compares its lineage three times (decision 37), so a connection computes it once. */

it('is kept for a connection, also by a transaction that only reads', async () => {
  await asOwner(await createSeededDatabase(), async (owner) => {
    const first = async (query: string): Promise<unknown> => {
      const { rows } = await owner.query<{ value: unknown }>(`select ${query} as value`);
      return rows[0]?.value;
    };
    const setting = `coalesce(current_setting('resq.lineage', true), '')`;
    await owner.query('begin read only');
    const lineage = await first('database_lineage()');
    await owner.query('rollback');
    // The transaction has taken the setting back.
    expect(await first(setting)).toBe('');
    expect(lineage).toMatch(/^\d+\/[0-9A-F]{8}\/\d+$/);
    await owner.query('begin read only');
    expect(await first('database_lineage()')).toBe(lineage);
    await owner.query('commit');
    expect(await first(setting)).toBe(lineage);
    expect(await first('database_lineage()')).toBe(lineage);
  });
});
