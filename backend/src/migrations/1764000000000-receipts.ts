import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Receipts1764000000000 implements MigrationInterface {
  name = 'Receipts1764000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "alarm_receipts" ("alarm_id" uuid NOT NULL, "membership_id" uuid NOT NULL, "device_id" uuid NOT NULL, "level" text NOT NULL, "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "alarm_receipts_level" CHECK (level in ('received', 'sounding', 'seen')), CONSTRAINT "alarm_receipts_pkey" PRIMARY KEY ("alarm_id", "membership_id", "device_id", "level"))`,
    );
    await runner.query(
      `ALTER TABLE "alarm_receipts" ADD CONSTRAINT "alarm_receipts_alarm" FOREIGN KEY ("alarm_id") REFERENCES "alarms"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE alarm_receipts');
  }
}
