import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CREATE_IDENTIFY_HOMES } from './identify-homes.js';

/**
 * Makes one home of one whose entrance is spelled in several ways. `memberships.home` identifies the home
 * in its building, and is null for a manager who does not live there. It is kept by the database: every
 * way in which a membership changes would otherwise have to remember it.
 */
export class OneHome1765100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // `entranceKey` in contract/homes.ts is the same rule.
    await runner.query(String.raw`
      CREATE FUNCTION "entrance_key"(entrance text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT regexp_replace(regexp_replace(translate(lower(coalesce(entrance, '')), 'ÅÄÖÉ', 'åäöé'),
          '(^|[^[:alnum:]])(uppgång|uppg|trappa|port|entré)([^[:alnum:]]|$)', ' ', 'g'),
          '[[:space:].]+', '', 'g')
      $$`);
    await runner.query(
      `CREATE TABLE "homes" ("building_id" uuid NOT NULL, "entrance" text NOT NULL DEFAULT '', "apartment" text NOT NULL, "home" text, CONSTRAINT "homes_apartment" CHECK (apartment ~ '^[0-9]{4}$'), CONSTRAINT "homes_pkey" PRIMARY KEY ("building_id", "entrance", "apartment"), CONSTRAINT "homes_building" FOREIGN KEY ("building_id") REFERENCES "buildings"("id") ON DELETE CASCADE ON UPDATE NO ACTION)`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "homes_one" ON "homes" ("building_id", entrance_key("entrance"), "apartment")`,
    );
    await runner.query(
      `ALTER TABLE "memberships" ADD "home" text, ADD CONSTRAINT "memberships_home" CHECK ("apartment" <> '' OR "role" = 'manager') NOT VALID`,
    );
    await runner.query(`ALTER TABLE "memberships" VALIDATE CONSTRAINT "memberships_home"`);
    // A missing entrance is the one that the building has, where it has a single one.
    await runner.query(CREATE_IDENTIFY_HOMES);
    await runner.query(`SELECT identify_homes(id) FROM buildings`);
    await runner.query(`
      CREATE FUNCTION "follow_homes"() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM identify_homes(building_id) FROM (SELECT DISTINCT building_id FROM changed) of;
        RETURN NULL;
      END $$`);
    await runner.query(
      `CREATE TRIGGER "memberships_new_home" AFTER INSERT ON "memberships" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "follow_homes"()`,
    );
    await runner.query(
      `CREATE TRIGGER "homes_new" AFTER INSERT ON "homes" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "follow_homes"()`,
    );
    await runner.query(
      `CREATE TRIGGER "homes_gone" AFTER DELETE ON "homes" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "follow_homes"()`,
    );
    await runner.query(`
      CREATE FUNCTION "follow_moves"() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM identify_homes(building_id) FROM (
          SELECT DISTINCT now.building_id FROM after_it now JOIN before_it before USING (id)
           WHERE (now.entrance, now.apartment, now.status)
                 IS DISTINCT FROM (before.entrance, before.apartment, before.status)) of;
        RETURN NULL;
      END $$`);
    await runner.query(
      `CREATE TRIGGER "memberships_moved" AFTER UPDATE ON "memberships" REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION "follow_moves"()`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER "memberships_moved" ON "memberships"');
    await runner.query('DROP TRIGGER "memberships_new_home" ON "memberships"');
    await runner.query('DROP TABLE "homes"');
    await runner.query('DROP FUNCTION "follow_moves", "follow_homes", "identify_homes"');
    await runner.query(
      'ALTER TABLE "memberships" DROP CONSTRAINT "memberships_home", DROP COLUMN "home"',
    );
    await runner.query('DROP FUNCTION "entrance_key"');
  }
}

/** A poster is public, so it can be printed again. Each entrance has one. */
export class PostersOfEntrances1765110000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "invitations" ADD "poster_token" text, ADD "poster_code" text');
    await runner.query(
      `CREATE UNIQUE INDEX "invitations_poster" ON "invitations" ("building_id", entrance_key("entrance")) WHERE kind = 'poster' and ended_at is null`,
    );
    await runner.query(
      `CREATE INDEX "memberships_waiting" ON "memberships" ("building_id") WHERE status = 'pending'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "memberships_waiting"');
    await runner.query('DROP INDEX "invitations_poster"');
    await runner.query(
      'ALTER TABLE "invitations" DROP COLUMN "poster_token", DROP COLUMN "poster_code"',
    );
  }
}

/** Saves what a board writes about its building and its members. */
export class BoardsActs1765120000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "buildings" ADD "rescue_note" text');
    await runner.query(
      'ALTER TABLE "memberships" ADD "reminded_at" TIMESTAMP(3) WITH TIME ZONE, ADD "pause_reason" text',
    );
    // A press writes an audit entry too, and must not pay for this index.
    await runner.query(
      `CREATE INDEX "audit_log_building" ON "audit_log" ("building_id", "at", "id") WHERE building_id is not null and action not like 'alarm.%'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "audit_log_building"');
    await runner.query(
      'ALTER TABLE "memberships" DROP COLUMN "reminded_at", DROP COLUMN "pause_reason"',
    );
    await runner.query('ALTER TABLE "buildings" DROP COLUMN "rescue_note"');
  }
}
