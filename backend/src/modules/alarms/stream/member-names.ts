import type { DataSource } from 'typeorm';
import type { MemberNames } from '../model/alarm-views.js';

/** @returns the names and homes behind the given memberships; erased ones are missing */
export async function readMemberNames(
  database: DataSource,
  membershipIds: string[],
): Promise<MemberNames> {
  const rows = await database.query<
    { id: string; name: string; entrance: string | null; apartment: string }[]
  >('select id, name, entrance, apartment from memberships where id = any($1)', [
    [...new Set(membershipIds)],
  ]);
  return Object.fromEntries(rows.map(({ id, ...person }) => [id, person]));
}
