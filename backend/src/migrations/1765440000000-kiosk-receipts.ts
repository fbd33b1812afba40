import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds when each display showed an alarm, for the report. */
export class KioskReceipts1765440000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "kiosk_receipts" (
        "alarm_id" uuid NOT NULL CONSTRAINT "kiosk_receipts_alarm" REFERENCES "alarms" ON DELETE CASCADE,
        "kiosk_id" uuid NOT NULL CONSTRAINT "kiosk_receipts_kiosk" REFERENCES "kiosks" ON DELETE CASCADE,
        "at" timestamp(3) with time zone NOT NULL,
        CONSTRAINT "kiosk_receipts_pkey" PRIMARY KEY (alarm_id, kiosk_id)
      )`);
    await runner.query('CREATE INDEX "kiosk_receipts_kiosk_id" ON "kiosk_receipts" (kiosk_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "kiosk_receipts"');
  }
}
