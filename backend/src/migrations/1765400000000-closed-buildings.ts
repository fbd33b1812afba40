import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keeps when an administrator closed a building. The column has no default, so no row is written. The index
 * finds buildings with the same address.
 */
export class ClosedBuildings1765400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "buildings" ADD "closed_at" timestamp(3) with time zone');
    await runner.query(
      'CREATE INDEX "buildings_address" ON "buildings" (lower(address)) WHERE closed_at IS NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "buildings_address"');
    await runner.query('ALTER TABLE "buildings" DROP COLUMN "closed_at"');
  }
}
