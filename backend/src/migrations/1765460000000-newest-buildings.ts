import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets administrators page through the open buildings, newest first, without a scan of all. */
export class NewestBuildings1765460000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX "buildings_newest" ON "buildings" (created_at, id) WHERE closed_at IS NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "buildings_newest"');
  }
}
