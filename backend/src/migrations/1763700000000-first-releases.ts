import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FirstSchema1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "building_streams" ("building_id" uuid NOT NULL, "head" integer NOT NULL DEFAULT '0', "epoch" uuid NOT NULL, CONSTRAINT "building_streams_pkey" PRIMARY KEY ("building_id"))`,
    );
    await runner.query(
      `CREATE TABLE "alarms" ("id" uuid NOT NULL, "building_id" uuid NOT NULL, "type" text NOT NULL, "exercise" boolean NOT NULL, "status" text NOT NULL, "sender_id" uuid NOT NULL, "raised_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "last_press_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "expires_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "last_seq" integer NOT NULL, CONSTRAINT "alarms_status" CHECK (status in ('active', 'resolved', 'cancelled', 'expired')), CONSTRAINT "alarms_type" CHECK (type in ('fire', 'medical', 'other')), CONSTRAINT "alarms_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE INDEX "alarms_active" ON "alarms"  ("building_id") WHERE status = 'active'`,
    );
    await runner.query(
      `CREATE INDEX "alarms_history" ON "alarms"  ("building_id", "raised_at", "id") `,
    );
    await runner.query(
      `CREATE TABLE "alarm_events" ("building_id" uuid NOT NULL, "seq" integer NOT NULL, "alarm_id" uuid NOT NULL, "kind" text NOT NULL, "record" jsonb NOT NULL, "people" uuid array NOT NULL, "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "alarm_events_pkey" PRIMARY KEY ("building_id", "seq"))`,
    );
    await runner.query(`CREATE INDEX "alarm_events_alarm" ON "alarm_events"  ("alarm_id", "seq") `);
    await runner.query(
      `CREATE TABLE "presses" ("id" uuid NOT NULL, "building_id" uuid NOT NULL, "membership_id" uuid NOT NULL, "alarm_id" uuid NOT NULL, "epoch" uuid NOT NULL, "seq" integer NOT NULL, "merged" boolean NOT NULL, "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "presses_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "presses_alarm" ON "presses"  ("alarm_id", "membership_id") `);
    await runner.query(`CREATE INDEX "presses_member" ON "presses"  ("membership_id", "at") `);
    await runner.query(
      `CREATE TABLE "alarm_responses" ("alarm_id" uuid NOT NULL, "membership_id" uuid NOT NULL, "response" text NOT NULL, "place" text, "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "alarm_responses_response" CHECK (response in ('safe', 'coming', 'cannot_come', 'need_help')), CONSTRAINT "alarm_responses_pkey" PRIMARY KEY ("alarm_id", "membership_id"))`,
    );
    await runner.query(
      `CREATE TABLE "users" ("id" uuid NOT NULL, "email" text NOT NULL, "password_hash" text NOT NULL, "password_is_long" boolean NOT NULL, "roles" text array NOT NULL DEFAULT '{}', "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "users_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE UNIQUE INDEX "users_email" ON "users"  ("email") `);
    await runner.query(
      `CREATE TABLE "auth_sessions" ("id" uuid NOT NULL, "user_id" uuid NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "expires_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "ended_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "auth_sessions_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "auth_sessions_user_id" ON "auth_sessions"  ("user_id") `);
    await runner.query(
      `CREATE TABLE "refresh_tokens" ("hash" text NOT NULL, "session_id" uuid NOT NULL, "used_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "refresh_tokens_pkey" PRIMARY KEY ("hash"))`,
    );
    await runner.query(
      `CREATE INDEX "refresh_tokens_session_id" ON "refresh_tokens"  ("session_id") `,
    );
    await runner.query(
      `CREATE TABLE "buildings" ("id" uuid NOT NULL, "name" text NOT NULL, "address" text NOT NULL, "homes" integer, "open_demo" boolean NOT NULL DEFAULT false, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "buildings_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE TABLE "invitations" ("id" uuid NOT NULL, "building_id" uuid NOT NULL, "kind" text NOT NULL, "role" text NOT NULL, "token_hash" text NOT NULL, "code_hash" text, "entrance" text, "apartment" text, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "expires_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "ended_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "invitations_role" CHECK (role in ('resident', 'manager')), CONSTRAINT "invitations_kind" CHECK (kind in ('personal', 'poster')), CONSTRAINT "invitations_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "invitations_building_id" ON "invitations"  ("building_id") `);
    await runner.query(
      `CREATE UNIQUE INDEX "invitations_token_hash" ON "invitations"  ("token_hash") `,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "invitations_code_hash" ON "invitations"  ("code_hash") `,
    );
    await runner.query(
      `CREATE TABLE "memberships" ("id" uuid NOT NULL, "user_id" uuid NOT NULL, "building_id" uuid NOT NULL, "role" text NOT NULL, "status" text NOT NULL, "may_send" boolean NOT NULL DEFAULT true, "name" text NOT NULL, "entrance" text, "apartment" text NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "memberships_status" CHECK (status in ('pending', 'active', 'revoked')), CONSTRAINT "memberships_role" CHECK (role in ('resident', 'manager')), CONSTRAINT "memberships_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "memberships_building_id" ON "memberships"  ("building_id") `);
    await runner.query(
      `CREATE UNIQUE INDEX "memberships_person" ON "memberships"  ("user_id", "building_id") `,
    );
    await runner.query(
      `CREATE TABLE "access_codes" ("id" uuid NOT NULL, "code" text NOT NULL, "name" text, "email" text, "company" text, "max_uses" integer, "use_count" integer NOT NULL DEFAULT '0', "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "used_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "access_codes_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE UNIQUE INDEX "access_codes_code" ON "access_codes"  ("code") `);
    await runner.query(`CREATE INDEX "access_codes_created_at" ON "access_codes"  ("created_at") `);
    await runner.query(
      `CREATE TABLE "code_sessions" ("session_id" text NOT NULL, "last_used_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "code_id" uuid NOT NULL, CONSTRAINT "code_sessions_pkey" PRIMARY KEY ("session_id"))`,
    );
    await runner.query(`CREATE INDEX "code_sessions_code_id" ON "code_sessions"  ("code_id") `);
    await runner.query(
      `CREATE TABLE "outbox" ("id" uuid NOT NULL, "name" text NOT NULL, "payload" jsonb NOT NULL, "due_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "done_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "outbox_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "outbox_open" ON "outbox"  ("due_at") WHERE done_at is null`);
    await runner.query(
      `ALTER TABLE "building_streams" ADD CONSTRAINT "building_streams_building" FOREIGN KEY ("building_id") REFERENCES "buildings"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "alarms" ADD CONSTRAINT "alarms_building" FOREIGN KEY ("building_id") REFERENCES "buildings"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "alarm_events" ADD CONSTRAINT "alarm_events_building" FOREIGN KEY ("building_id") REFERENCES "buildings"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "alarm_events" ADD CONSTRAINT "alarm_events_alarm_id" FOREIGN KEY ("alarm_id") REFERENCES "alarms"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "presses" ADD CONSTRAINT "presses_alarm_id" FOREIGN KEY ("alarm_id") REFERENCES "alarms"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "alarm_responses" ADD CONSTRAINT "alarm_responses_alarm" FOREIGN KEY ("alarm_id") REFERENCES "alarms"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_user" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session" FOREIGN KEY ("session_id") REFERENCES "auth_sessions"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "invitations" ADD CONSTRAINT "invitations_building" FOREIGN KEY ("building_id") REFERENCES "buildings"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "memberships" ADD CONSTRAINT "memberships_building" FOREIGN KEY ("building_id") REFERENCES "buildings"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "code_sessions" ADD CONSTRAINT "code_sessions_code" FOREIGN KEY ("code_id") REFERENCES "access_codes"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP TABLE outbox, alarm_responses, presses, alarm_events, alarms, building_streams,
                  invitations, memberships, buildings, refresh_tokens, auth_sessions, users,
                  code_sessions, access_codes`,
    );
  }
}

export class ResetLinks1763900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "reset_links" ("user_id" uuid NOT NULL, "token_hash" text NOT NULL, "made_by" uuid NOT NULL, "expires_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "reset_links_pkey" PRIMARY KEY ("user_id"))`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "reset_links_token_hash" ON "reset_links"  ("token_hash") `,
    );
    await runner.query(`CREATE INDEX "reset_links_made_by" ON "reset_links"  ("made_by") `);
    await runner.query(
      `ALTER TABLE "reset_links" ADD CONSTRAINT "reset_links_user" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "reset_links" ADD CONSTRAINT "reset_links_maker" FOREIGN KEY ("made_by") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE reset_links');
  }
}

export class Receipts1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "alarm_receipts" ("alarm_id" uuid NOT NULL, "membership_id" uuid NOT NULL, "device_id" uuid NOT NULL, "level" text NOT NULL, "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "alarm_receipts_level" CHECK (level in ('received', 'sounding', 'seen')), CONSTRAINT "alarm_receipts_pkey" PRIMARY KEY ("alarm_id", "membership_id", "device_id", "level"))`,
    );
    await runner.query(
      `ALTER TABLE "alarm_receipts" ADD CONSTRAINT "alarm_receipts_alarm" FOREIGN KEY ("alarm_id") REFERENCES "alarms"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE alarm_receipts');
  }
}

export class Devices1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "devices" ("user_id" uuid NOT NULL, "device_id" uuid NOT NULL, "label" text NOT NULL, "sound" text NOT NULL, "push" text NOT NULL, "seen_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "tested_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "devices_sound" CHECK (sound in ('armed', 'blocked', 'muted')), CONSTRAINT "devices_push" CHECK (push in ('on', 'off', 'denied', 'unsupported')), CONSTRAINT "devices_pkey" PRIMARY KEY ("user_id", "device_id"), CONSTRAINT "devices_user" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION)`,
    );
    await runner.query(
      `CREATE TABLE "nodes" ("id" uuid NOT NULL, "alive_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "nodes_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE TABLE "presences" ("node_id" uuid NOT NULL, "user_id" uuid NOT NULL, "device_id" uuid NOT NULL, "armed" boolean NOT NULL, CONSTRAINT "presences_pkey" PRIMARY KEY ("node_id", "user_id", "device_id"), CONSTRAINT "presences_node" FOREIGN KEY ("node_id") REFERENCES "nodes"("id") ON DELETE CASCADE ON UPDATE NO ACTION)`,
    );
    await runner.query('CREATE INDEX "presences_user_id" ON "presences" ("user_id")');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE presences, nodes, devices');
  }
}

export class Quiets1764300000000 implements MigrationInterface {
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

export class AuditLog1764400000000 implements MigrationInterface {
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
