import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Push1765000000000 implements MigrationInterface {
  name = 'Push1765000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "push_subscriptions" ("id" uuid NOT NULL, "user_id" uuid NOT NULL, "device_id" uuid NOT NULL, "session_id" uuid NOT NULL, "endpoint" text NOT NULL, "p256dh" text NOT NULL, "auth" text NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "tested_at" TIMESTAMP(3) WITH TIME ZONE, "dead_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "push_subscriptions_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "push_subscriptions_device" ON "push_subscriptions"  ("user_id", "device_id") `,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "push_subscriptions_endpoint" ON "push_subscriptions"  ("endpoint") `,
    );
    await runner.query(
      `CREATE INDEX "push_subscriptions_session_id" ON "push_subscriptions"  ("session_id") `,
    );
    await runner.query(
      `CREATE TABLE "push_deliveries" ("alarm_id" uuid NOT NULL, "membership_id" uuid NOT NULL, "device_id" uuid NOT NULL, "step" integer NOT NULL, "result" text NOT NULL, "attempts" integer NOT NULL, "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "retry_at" TIMESTAMP(3) WITH TIME ZONE, "closed_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "push_deliveries_result" CHECK (result in ('sending', 'sent', 'dead', 'failed')), CONSTRAINT "push_deliveries_pkey" PRIMARY KEY ("alarm_id", "membership_id", "device_id", "step"))`,
    );
    await runner.query(
      `ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session" FOREIGN KEY ("session_id") REFERENCES "auth_sessions"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_of_device" FOREIGN KEY ("user_id", "device_id") REFERENCES "devices"("user_id","device_id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "push_deliveries" ADD CONSTRAINT "push_deliveries_alarm" FOREIGN KEY ("alarm_id") REFERENCES "alarms"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE push_deliveries, push_subscriptions');
  }
}
