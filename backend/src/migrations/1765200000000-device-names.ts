import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps the names that people give their devices. The column has no default, so no row is written. */
export class DeviceNames1765200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "devices" ADD "name" text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "devices" DROP COLUMN "name"');
  }
}
