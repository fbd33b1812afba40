import type { MigrationInterface, QueryRunner } from 'typeorm';
import { RESTORE_IDENTIFY_HOMES } from './identify-homes.js';

/**
 * @param next the pattern of what follows a word that names no entrance
 * @param left what the word is replaced by
 */
const entranceKey = (next: string, left: string): string => String.raw`
  CREATE OR REPLACE FUNCTION "entrance_key"(entrance text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT regexp_replace(regexp_replace(translate(lower(coalesce(entrance, '')), 'ÅÄÖÉ', 'åäöé'),
      '(^|[^[:alnum:]])(uppgång|uppg|trappa|port|entré)${next}', '${left}', 'g'),
      '[[:space:].]+', '', 'g')
  $$`;

/** The indexes that are made of keys. */
async function indexAgain(runner: QueryRunner): Promise<void> {
  await runner.query('REINDEX INDEX "homes_one"');
  await runner.query('REINDEX INDEX "invitations_poster"');
}

/**
 * Lets invitations be compared with homes as memberships are: a missing entrance is the one that the
 * building has, where it has a single one. An entrance may have two of the words, as "Uppgång port A".
 */
export class HomesOfInvitations1765300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // `entranceKey` in contract/homes.ts is the same rule.
    await runner.query(entranceKey('(?=[^[:alnum:]]|$)', String.raw`\1`));
    await indexAgain(runner);
    await runner.query(`
      CREATE FUNCTION "single_entrance"(building uuid) RETURNS text LANGUAGE sql STABLE AS $$
        SELECT CASE WHEN count(*) = 1 THEN min(key) ELSE '' END FROM (
          SELECT entrance_key(entrance) AS key FROM homes WHERE building_id = building
           UNION
          SELECT entrance_key(entrance) FROM memberships
           WHERE building_id = building AND status = 'active' AND apartment <> '') spelled
         WHERE key <> ''
      $$`);
    await runner.query(`
      CREATE FUNCTION "entrance_key"(entrance text, single text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT coalesce(nullif(entrance_key(entrance), ''), single)
      $$`);
    await runner.query(`
      CREATE OR REPLACE FUNCTION "identify_homes"(building uuid) RETURNS void LANGUAGE sql AS $$
        WITH single AS (SELECT single_entrance(building) AS key), members AS (
          UPDATE memberships m SET home = wanted.home FROM (
            SELECT id, CASE WHEN apartment <> '' THEN
                   entrance_key(entrance, key) || '/' || apartment END AS home
              FROM memberships, single WHERE building_id = building) wanted
           WHERE m.id = wanted.id AND m.home IS DISTINCT FROM wanted.home
        )
        UPDATE homes SET home = entrance_key(entrance, key) || '/' || apartment
          FROM single
         WHERE building_id = building
           AND home IS DISTINCT FROM entrance_key(entrance, key) || '/' || apartment
      $$`);
    await runner.query(`SELECT identify_homes(id) FROM buildings`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(RESTORE_IDENTIFY_HOMES);
    await runner.query('DROP FUNCTION "entrance_key"(text, text)');
    await runner.query('DROP FUNCTION "single_entrance"');
    await runner.query(entranceKey('([^[:alnum:]]|$)', ' '));
    await indexAgain(runner);
    await runner.query(`SELECT identify_homes(id) FROM buildings`);
  }
}
