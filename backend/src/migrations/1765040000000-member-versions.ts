import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Names the state of a building's members, so that the pump reads them only when they have changed. */
export class MemberVersions1765040000000 implements MigrationInterface {
  name = 'MemberVersions1765040000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "member_versions" ("building_id" uuid NOT NULL, "version" uuid NOT NULL, CONSTRAINT "member_versions_pkey" PRIMARY KEY ("building_id"))`,
    );
    await runner.query(
      `ALTER TABLE "member_versions" ADD CONSTRAINT "member_versions_building" FOREIGN KEY ("building_id") REFERENCES "buildings"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      'INSERT INTO member_versions SELECT DISTINCT building_id, gen_random_uuid() FROM memberships',
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
