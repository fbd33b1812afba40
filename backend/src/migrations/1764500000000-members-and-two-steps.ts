import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SignInLabels1764500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "auth_sessions" ADD "label" text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "auth_sessions" DROP "label"');
  }
}

/** The view keeps the old name for nodes of the previous release during a rolling update. */
export class Mutes1764600000000 implements MigrationInterface {
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

export class InvitedBy1764700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "invitations" ADD "invited_by" uuid');
    await runner.query(
      'ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by" FOREIGN KEY ("invited_by") REFERENCES "memberships"("id") ON DELETE SET NULL ON UPDATE NO ACTION',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "invitations" DROP CONSTRAINT "invitations_invited_by"');
    await runner.query('ALTER TABLE "invitations" DROP "invited_by"');
  }
}

export class HelpSeen1764800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "alarm_receipts" ADD "help_at" TIMESTAMP(3) WITH TIME ZONE');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "alarm_receipts" DROP COLUMN "help_at"');
  }
}

/**
 * A membership that ended before has no `ended_by`, so its user counts as having left. The default
 * of `active_since` serves nodes of the previous release during a rolling update.
 */
export class FormerMembers1764900000000 implements MigrationInterface {
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

export class HomeChanges1764900000001 implements MigrationInterface {
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

/**
 * The only ways in which the application's role changes the audit log. They run with the rights of
 * the owner; `begin atomic` binds their tables now, so that no search path leads to others.
 */
export class AuditFunctions1764900000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE FUNCTION audit_seal(links jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER
       BEGIN ATOMIC
         UPDATE audit_log SET seq = link.seq, hash = link.hash
           FROM jsonb_to_recordset(audit_seal.links) AS link(id uuid, seq integer, hash text)
          WHERE audit_log.id = link.id AND audit_log.seq IS NULL;
       END`,
    );
    await runner.query(
      `CREATE FUNCTION audit_retire(last integer, mac text) RETURNS integer LANGUAGE sql SECURITY DEFINER
       BEGIN ATOMIC
         WITH retired AS (
           DELETE FROM audit_log
            WHERE seq <= audit_retire.last
              AND NOT EXISTS (SELECT 1 FROM audit_log younger
                               WHERE younger.seq <= audit_retire.last
                                 AND younger.at > now() - interval '12 months')
           RETURNING seq, hash)
         INSERT INTO audit_checkpoint (id, seq, hash, mac)
         SELECT '00000000-0000-4000-8000-000000000001', seq, hash, audit_retire.mac
           FROM retired WHERE seq = audit_retire.last
             ON CONFLICT (id) DO UPDATE
            SET seq = excluded.seq, hash = excluded.hash, mac = excluded.mac
         RETURNING audit_checkpoint.seq;
       END`,
    );
    await runner.query(
      'REVOKE EXECUTE ON FUNCTION audit_seal(jsonb), audit_retire(integer, text) FROM PUBLIC',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION audit_seal(jsonb), audit_retire(integer, text)');
  }
}

/** Lets a stream recognise that it was restored: decision 37 explains the lineage. */
export class StreamLineage1764900000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION "database_lineage"() RETURNS text LANGUAGE plpgsql STABLE AS $$
      DECLARE
        server text;
      BEGIN
        -- A standby cannot write, so it has no lineage of its own.
        IF pg_is_in_recovery() THEN RETURN NULL; END IF;
        BEGIN
          SELECT system_identifier || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8)
            INTO server FROM pg_control_system();
        EXCEPTION WHEN OTHERS THEN
          -- Some hosted databases permit neither function; the rest still recognises a reload.
          server := '';
        END;
        RETURN server || '/' || (SELECT oid FROM pg_database WHERE datname = current_database());
      END $$`);
    await runner.query(`ALTER TABLE "building_streams" ADD "lineage" text NOT NULL DEFAULT ''`);
    // Only an update is stamped: a reload of the table inserts its rows as they were saved.
    await runner.query(`
      CREATE FUNCTION "stamp_stream"() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.lineage := database_lineage() || '/' || pg_current_xact_id()::xid;
        IF NEW.head < OLD.head AND NEW.epoch = OLD.epoch THEN NEW.epoch := gen_random_uuid(); END IF;
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER "building_streams_lineage" BEFORE UPDATE ON "building_streams"
        FOR EACH ROW EXECUTE FUNCTION "stamp_stream"()`);
    await runner.query('UPDATE "building_streams" SET "epoch" = "epoch"');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER "building_streams_lineage" ON "building_streams"');
    await runner.query('DROP FUNCTION "stamp_stream"');
    await runner.query('ALTER TABLE "building_streams" DROP COLUMN "lineage"');
    await runner.query('DROP FUNCTION "database_lineage"');
  }
}

export class SecondFactors1764900000040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "second_factors" ("user_id" uuid NOT NULL, "secret" text NOT NULL, "last_step" integer NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "turned_on_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "second_factors_pkey" PRIMARY KEY ("user_id"))`,
    );
    await runner.query(
      `CREATE TABLE "recovery_codes" ("user_id" uuid NOT NULL, "hash" text NOT NULL, CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id", "hash"))`,
    );
    await runner.query(
      `CREATE TABLE "sign_in_challenges" ("hash" text NOT NULL, "user_id" uuid NOT NULL, "password_mark" text NOT NULL, "expires_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "sign_in_challenges_pkey" PRIMARY KEY ("hash"))`,
    );
    await runner.query(
      `CREATE INDEX "sign_in_challenges_user_id" ON "sign_in_challenges"  ("user_id") `,
    );
    await runner.query(
      `ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "sign_in_challenges" ADD CONSTRAINT "sign_in_challenges_user" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      'ALTER TABLE "auth_sessions" ADD "second_factor_at" TIMESTAMP(3) WITH TIME ZONE',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "auth_sessions" DROP COLUMN "second_factor_at"');
    await runner.query('DROP TABLE second_factors, recovery_codes, sign_in_challenges');
  }
}
