import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keeps the lineage for a connection, which lives on one server, timeline and database. A rollback takes
 * the setting back, so it is computed again.
 */
export class LineageOfAConnection1765470000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION "database_lineage"() RETURNS text LANGUAGE plpgsql STABLE AS $$
      DECLARE
        known text := current_setting('resq.lineage', true);
        own_oid text;
      BEGIN
        IF known <> '' THEN RETURN known; END IF;
        -- A standby cannot write, so it has no lineage of its own until it is promoted.
        IF pg_is_in_recovery() THEN RETURN NULL; END IF;
        own_oid := '/' || (SELECT oid FROM pg_database WHERE datname = current_database());
        BEGIN
          SELECT system_identifier || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) || own_oid
            INTO known FROM pg_control_system();
        EXCEPTION WHEN OTHERS THEN
          -- Some hosted databases permit neither function; the rest still recognises a reload. Another
          -- reason may pass, and all connections must agree again then, so this is not kept.
          RETURN own_oid;
        END;
        RETURN set_config('resq.lineage', known, false);
      END $$`);
  }

  /** The function returns the same as before, so the release before can keep it. */
  async down(): Promise<void> {}
}
