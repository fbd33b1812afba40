import { prepared } from '../../../../platform/database/prepared.js';
import { IS_OWN, LAST_EVENT } from './stream-state.sql.js';

/** Selects the heads of streams. $1 buildings. */
export const HEADS = prepared(
  'resq_heads',
  `select s.building_id as "buildingId", s.epoch, s.head as seq, e.at, ${IS_OWN} as "isOwn"
     from building_streams s
     left join alarm_events e on e.building_id = s.building_id and e.seq = s.head
    where s.building_id = any($1)`,
);

/** $3 the most events of a building, $4 now, $5 start of the history. */
const sliceOf = (building: string, after: string, members: string): string => `
   with news as (
     select seq, kind, record, people, at from alarm_events
      where building_id = ${building} and seq > ${after} and at > $5 order by seq limit $3
   ), ongoing as (
     select a.raised_at, e.record, e.people from alarms a
      cross join lateral (${LAST_EVENT}) e
      where a.building_id = ${building} and a.status = 'active' and a.expires_at > $4
   ), named as (
     select unnest(people) as id from news union select unnest(people) from ongoing
   )
   select s.epoch, s.head, ${after}::int as after,
     ${IS_OWN} as "isOwn",
     (select at from alarm_events where building_id = ${building} and seq = ${after}) as "afterAt",
     (select at from alarm_events where building_id = ${building} and seq = s.head) as "headAt",
     coalesce((select json_agg(json_build_object(
       'seq', seq, 'kind', kind, 'record', record, 'at', at) order by seq) from news),
       '[]') as events,
     coalesce((select json_agg(record order by raised_at desc) from ongoing), '[]') as active,
     coalesce((select json_object_agg(m.id, json_build_object(
       'name', m.name, 'entrance', m.entrance, 'apartment', m.apartment))
       from memberships m join named on named.id = m.id), '{}') as names,
     ${members}
    from building_streams s where s.building_id = ${building}`;

/**
 * Selects the events after a `seq`, the active alarms, and the names in both, as one row.
 * $1 building, $2 `seq`, $3 the most events, $4 now, $5 start of the history, $6 whether to select the
 * members, $7 the version of the members that the caller knows, or null.
 */
export const SLICE = prepared(
  'resq_slice',
  sliceOf(
    '$1',
    '$2',
    `(select version from member_versions where building_id = $1) as "memberVersion",
     case when $6 and not exists (
         select 1 from member_versions where building_id = $1 and version = $7)
       then array(select user_id from memberships
                   where building_id = $1 and status = 'active') end as members`,
  ),
);

/**
 * Selects the same for several buildings, without their members, one row each.
 * $1 buildings, $2 the `seq` of each, $3 the most events of each, $4 now, $5 start of the history.
 */
export const SLICES = prepared(
  'resq_slices',
  `select asked.building_id as "buildingId", slice.*
     from unnest($1::uuid[], $2::int[]) as asked(building_id, after)
    cross join lateral (${sliceOf(
      'asked.building_id',
      'asked.after',
      'null as "memberVersion", null as members',
    )}) slice`,
);
