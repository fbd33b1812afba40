import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a stream recognise that it was restored: decision 37 explains the lineage. */
export class StreamLineage1764900000030 implements MigrationInterface {
  name = 'StreamLineage1764900000030';

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
