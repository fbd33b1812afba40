import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The only ways in which the application's role changes the audit log. They run with the rights of
 * the owner; `begin atomic` binds their tables now, so that no search path leads to others.
 */
export class AuditFunctions1764900000010 implements MigrationInterface {
  name = 'AuditFunctions1764900000010';

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
