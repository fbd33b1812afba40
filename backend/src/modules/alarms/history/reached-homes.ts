import type { DataSource } from 'typeorm';
import type { ReachedHomes } from '../../../contract/http.js';

/**
 * How many homes an alarm reached, of those the building had when it was raised: whoever moved in
 * later is not among the unreached. A home counts as reached when a person there answered, or a
 * device there said so.
 * @returns by alarm; an alarm in a house without neighbours is missing
 */
export async function readReached(
  database: DataSource,
  alarmIds: string[],
): Promise<Map<string, { reached: ReachedHomes }>> {
  if (alarmIds.length === 0) return new Map();
  const rows = await database.query<(ReachedHomes & { id: string })[]>(
    `select a.id, count(*)::int as homes, count(*) filter (where h.reached)::int as reached
       from alarms a
       left join memberships s on s.id = a.sender_id
       cross join lateral (
         select bool_or(
                  exists (select 1 from alarm_responses r
                           where r.alarm_id = a.id and r.membership_id = m.id)
                  or exists (select 1 from alarm_receipts c
                              where c.alarm_id = a.id and c.membership_id = m.id)) as reached
           from memberships m
          where m.building_id = a.building_id and m.status <> 'pending'
            and m.created_at <= a.raised_at and (m.ended_at is null or m.ended_at > a.raised_at)
            and (m.entrance, m.apartment) is distinct from (s.entrance, s.apartment)
          group by m.entrance, m.apartment
       ) h
      where a.id = any($1) group by a.id`,
    [alarmIds],
  );
  return new Map(rows.map(({ id, reached, homes }) => [id, { reached: { reached, homes } }]));
}
