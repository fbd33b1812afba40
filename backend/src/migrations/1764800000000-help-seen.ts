import type { MigrationInterface, QueryRunner } from 'typeorm';

export class HelpSeen1764800000000 implements MigrationInterface {
  name = 'HelpSeen1764800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "alarm_receipts" ADD "help_at" TIMESTAMP(3) WITH TIME ZONE');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "alarm_receipts" DROP COLUMN "help_at"');
  }
}
