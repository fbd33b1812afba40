import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The view keeps the old name for nodes of the previous release during a rolling update. */
export class Mutes1764600000000 implements MigrationInterface {
  name = 'Mutes1764600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "alarm_quiets" RENAME TO "alarm_mutes"');
    await runner.query('ALTER INDEX "alarm_quiets_pkey" RENAME TO "alarm_mutes_pkey"');
    await runner.query(
      'ALTER TABLE "alarm_mutes" RENAME CONSTRAINT "alarm_quiets_alarm" TO "alarm_mutes_alarm"',
    );
    await runner.query('CREATE VIEW "alarm_quiets" AS SELECT * FROM "alarm_mutes"');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW "alarm_quiets"');
    await runner.query(
      'ALTER TABLE "alarm_mutes" RENAME CONSTRAINT "alarm_mutes_alarm" TO "alarm_quiets_alarm"',
    );
    await runner.query('ALTER INDEX "alarm_mutes_pkey" RENAME TO "alarm_quiets_pkey"');
    await runner.query('ALTER TABLE "alarm_mutes" RENAME TO "alarm_quiets"');
  }
}
