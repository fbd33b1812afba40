import type { Cluster } from '../cluster/cluster.js';
import type { Person } from './http.js';
import { signedAnew } from './tokens.js';

const LIFE_S = 3_600;

/**
 * Adds many members to the person's building, with a sign-in each, by SQL: hashing their passwords
 * would take minutes.
 * @returns their access tokens
 */
export async function neighboursOf(
  person: Person,
  cluster: Cluster,
  count: number,
): Promise<string[]> {
  const { rows } = await cluster.database.query<{ sub: string; sid: string }>(
    `with people as (
       insert into users (id, email, password_hash, password_is_long, created_at)
       select gen_random_uuid(), gen_random_uuid() || '@resq.example', 'none', false, now()
         from generate_series(1, $1::int) returning id
     ), homes as (
       insert into memberships (id, user_id, building_id, role, status, name, apartment, may_send,
                                created_at)
       select gen_random_uuid(), id, $2, 'resident', 'active', 'Granne', '1101', true, now()
         from people
     )
     insert into auth_sessions (id, user_id, created_at, expires_at)
     select gen_random_uuid(), id, now(), now() + interval '1 day' from people
     returning user_id as sub, id as sid`,
    [count, person.buildingId],
  );
  const key = cluster.signingKey();
  const exp = Math.ceil(Date.now() / 1_000) + LIFE_S;
  return rows.map((claims) => signedAnew(person.token, key, { ...claims, exp }));
}
