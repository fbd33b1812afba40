import type { MigrationInterface, QueryRunner } from 'typeorm';

export class HomeChanges1764900000001 implements MigrationInterface {
  name = 'HomeChanges1764900000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "memberships" ADD "requested_entrance" text');
    await runner.query('ALTER TABLE "memberships" ADD "requested_apartment" text');
    await runner.query(
      'CREATE TABLE "home_changes" ("id" uuid NOT NULL, "membership_id" uuid NOT NULL, "changed_by" uuid NOT NULL, "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "before" jsonb NOT NULL, "after" jsonb NOT NULL, CONSTRAINT "home_changes_pkey" PRIMARY KEY ("id"))',
    );
    await runner.query(
      'CREATE INDEX "home_changes_membership_id" ON "home_changes"  ("membership_id") ',
    );
    await runner.query(
      'ALTER TABLE "home_changes" ADD CONSTRAINT "home_changes_membership" FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE CASCADE ON UPDATE NO ACTION',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "home_changes"');
    await runner.query('ALTER TABLE "memberships" DROP "requested_apartment"');
    await runner.query('ALTER TABLE "memberships" DROP "requested_entrance"');
  }
}
