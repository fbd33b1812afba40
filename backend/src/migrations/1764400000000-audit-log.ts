import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AuditLog1764400000000 implements MigrationInterface {
  name = 'AuditLog1764400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "audit_log" ("id" uuid NOT NULL, "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "action" text NOT NULL, "actor_id" uuid, "building_id" uuid, "subject_id" uuid, "details" jsonb NOT NULL DEFAULT '{}', "seq" integer, "hash" text, CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "audit_log_newest" ON "audit_log"  ("at", "id") `);
    await runner.query(
      `CREATE INDEX "audit_log_unsealed" ON "audit_log"  ("at", "id") WHERE seq is null`,
    );
    await runner.query(`CREATE UNIQUE INDEX "audit_log_seq" ON "audit_log"  ("seq") `);
    await runner.query(
      `CREATE TABLE "audit_checkpoint" ("id" uuid NOT NULL, "seq" integer NOT NULL, "hash" text NOT NULL, "mac" text NOT NULL, CONSTRAINT "audit_checkpoint_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `ALTER TABLE "outbox" ADD "failed_at" TIMESTAMP(3) WITH TIME ZONE, ADD "failure" text`,
    );
    await runner.query(`ALTER TABLE "memberships" ADD "ended_at" TIMESTAMP(3) WITH TIME ZONE`);
    // The time of earlier revocations is unknown; the latest possible one erases no row too early.
    await runner.query(`UPDATE memberships SET ended_at = now() WHERE status = 'revoked'`);
    await runner.query(`DROP INDEX "outbox_open"`);
    await runner.query(
      `CREATE INDEX "outbox_open" ON "outbox"  ("due_at") WHERE done_at is null and failed_at is null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "outbox_open"`);
    await runner.query(`ALTER TABLE "outbox" DROP "failed_at", DROP "failure"`);
    await runner.query(`CREATE INDEX "outbox_open" ON "outbox"  ("due_at") WHERE done_at is null`);
    await runner.query(`ALTER TABLE "memberships" DROP "ended_at"`);
    await runner.query('DROP TABLE audit_log, audit_checkpoint');
  }
}
