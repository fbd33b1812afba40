import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Escalations1765010000000 implements MigrationInterface {
  name = 'Escalations1765010000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "alarms" ADD "escalates_at" TIMESTAMP(3) WITH TIME ZONE');
    await runner.query(
      'CREATE INDEX "alarms_escalation" ON "alarms" ("escalates_at") WHERE escalates_at IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "alarms" DROP COLUMN "escalates_at"');
  }
}
