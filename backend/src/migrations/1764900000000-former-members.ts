import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A membership that ended before has no `ended_by`, so its user counts as having left. The default
 * of `active_since` serves nodes of the previous release during a rolling update.
 */
export class FormerMembers1764900000000 implements MigrationInterface {
  name = 'FormerMembers1764900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "memberships" ADD "ended_by" uuid');
    await runner.query(
      'ALTER TABLE "memberships" ADD "active_since" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now()',
    );
    await runner.query('UPDATE "memberships" SET "active_since" = "created_at"');
    await runner.query('ALTER TABLE "users" ADD "reset_asked_at" TIMESTAMP(3) WITH TIME ZONE');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "users" DROP "reset_asked_at"');
    await runner.query('ALTER TABLE "memberships" DROP "active_since"');
    await runner.query('ALTER TABLE "memberships" DROP "ended_by"');
  }
}
