import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Push1765000000000 implements MigrationInterface {
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

export class Escalations1765010000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "alarms" ADD "escalates_at" TIMESTAMP(3) WITH TIME ZONE');
    await runner.query(
      'CREATE INDEX "alarms_escalation" ON "alarms" ("escalates_at") WHERE escalates_at IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "alarms" DROP COLUMN "escalates_at"');
  }
}

export class InvitingAdministrators1765030000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "invitations" ADD "administrator_id" uuid');
    await runner.query(
      'CREATE INDEX "invitations_administrator_id" ON "invitations"  ("administrator_id") ',
    );
    await runner.query(
      'ALTER TABLE "invitations" ADD CONSTRAINT "invitations_administrator" FOREIGN KEY ("administrator_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE NO ACTION',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "invitations" DROP COLUMN "administrator_id"');
  }
}

/** Names the state of a building's members, so that the pump reads them only when they have changed. */
export class MemberVersions1765040000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "member_versions" ("building_id" uuid NOT NULL, "version" uuid NOT NULL, CONSTRAINT "member_versions_pkey" PRIMARY KEY ("building_id"))`,
    );
    await runner.query(
      `ALTER TABLE "member_versions" ADD CONSTRAINT "member_versions_building" FOREIGN KEY ("building_id") REFERENCES "buildings"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      'INSERT INTO member_versions SELECT building_id, gen_random_uuid() FROM memberships GROUP BY 1',
    );
    // The row's lock puts the changes of a building in order, so a version names one state alone.
    await runner.query(`
      CREATE FUNCTION "change_member_version"() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO member_versions (building_id, version)
          VALUES (NEW.building_id, gen_random_uuid())
              ON CONFLICT (building_id) DO UPDATE SET version = excluded.version;
        ELSE
          UPDATE member_versions SET version = gen_random_uuid()
           WHERE building_id = OLD.building_id;
        END IF;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER "memberships_version"
        AFTER INSERT OR DELETE OR UPDATE OF "status", "user_id", "building_id" ON "memberships"
        FOR EACH ROW EXECUTE FUNCTION "change_member_version"()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER "memberships_version" ON "memberships"');
    await runner.query('DROP FUNCTION "change_member_version"');
    await runner.query('DROP TABLE "member_versions"');
  }
}

/** The end of a membership sets the reference of its invitations to null, and looked at all of them. */
export class InvitationsOfMembers1765050000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX "invitations_inviter" ON "invitations"  ("invited_by") `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "invitations_inviter"`);
  }
}

/** A response that arrives after a newer one of its member changes nothing. */
export class TurnsOfResponses1765060000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "alarm_responses" ADD "turn" bigint NOT NULL DEFAULT '0'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "alarm_responses" DROP COLUMN "turn"');
  }
}
