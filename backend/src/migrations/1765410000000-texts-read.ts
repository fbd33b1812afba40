import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps when a user saw that the terms had changed. The column has no default, so no row is written. */
export class TextsRead1765410000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "users" ADD "texts_read_at" timestamp(3) with time zone');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "users" DROP COLUMN "texts_read_at"');
  }
}
