import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SignInLabels1764500000000 implements MigrationInterface {
  name = 'SignInLabels1764500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "auth_sessions" ADD "label" text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "auth_sessions" DROP "label"');
  }
}
