import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TurnsOfResponses1765060000000 implements MigrationInterface {
  name = 'TurnsOfResponses1765060000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "alarm_responses" ADD "turn" bigint NOT NULL DEFAULT '0'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "alarm_responses" DROP COLUMN "turn"');
  }
}
