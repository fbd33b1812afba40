/**
 * The first text of the function that identifies the homes of a building, which a later migration goes back
 * to. A missing entrance is the one that the building has, where it has a single one.
 */
const identifyHomes = (create: string): string => `
      ${create} FUNCTION "identify_homes"(building uuid) RETURNS void LANGUAGE sql AS $$
        WITH spelled AS (
          SELECT entrance_key(entrance) AS key FROM homes WHERE building_id = building
           UNION
          SELECT entrance_key(entrance) FROM memberships
           WHERE building_id = building AND status = 'active' AND apartment <> ''
        ), single AS (
          SELECT CASE WHEN count(*) = 1 THEN min(key) ELSE '' END AS key
            FROM spelled WHERE key <> ''
        ), members AS (
          UPDATE memberships m SET home = wanted.home FROM (
            SELECT id, CASE WHEN apartment <> '' THEN
                   coalesce(nullif(entrance_key(entrance), ''), key) || '/' || apartment END AS home
              FROM memberships, single WHERE building_id = building) wanted
           WHERE m.id = wanted.id AND m.home IS DISTINCT FROM wanted.home
        )
        UPDATE homes SET home = coalesce(nullif(entrance_key(entrance), ''), key) || '/' || apartment
          FROM single
         WHERE building_id = building AND home IS DISTINCT FROM
               coalesce(nullif(entrance_key(entrance), ''), key) || '/' || apartment
      $$`;

export const CREATE_IDENTIFY_HOMES = identifyHomes('CREATE');
export const RESTORE_IDENTIFY_HOMES = identifyHomes('CREATE OR REPLACE');
