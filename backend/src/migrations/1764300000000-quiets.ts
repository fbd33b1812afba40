import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Quiets1764300000000 implements MigrationInterface {
  name = 'Quiets1764300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "alarm_quiets" ("alarm_id" uuid NOT NULL, "membership_id" uuid NOT NULL, "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "alarm_quiets_pkey" PRIMARY KEY ("alarm_id", "membership_id"))`,
    );
    await runner.query(
      `ALTER TABLE "alarm_quiets" ADD CONSTRAINT "alarm_quiets_alarm" FOREIGN KEY ("alarm_id") REFERENCES "alarms"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE alarm_quiets');
  }
}
