import { COUNTS } from '../../../contract/limits.js';
import { prepared } from '../../../platform/database/prepared.js';
import { INSERT_JOBS } from '../../../platform/jobs/outbox.js';
import { AuditService } from '../../audit/audit.service.js';

/** Whether the stream's row `s` was written here and not restored (decision 37). */
const IS_OWN = `coalesce(s.lineage = (select database_lineage()) || '/' || s.xmin, true)`;

/**
 * Selects the newest event of the alarm `a`. The limit keeps it a look-up by both columns of the key: a
 * plan that was made while the tables were empty joined all events of the building.
 */
const LAST_EVENT = `
  select record, people from alarm_events
   where building_id = a.building_id and seq = a.last_seq limit 1`;

/**
 * Selects which alarms every home but the sender's has answered: a member responded or pressed as well.
 * $1 building, $2 alarms.
 */
export const ANSWERED = prepared(
  'resq_answered',
  `
  select a.id from alarms a left join memberships s on s.id = a.sender_id
   where a.id = any($2) and not exists (
    select 1 from memberships m
     where m.building_id = $1 and m.status = 'active'
       and m.home is not null and m.home is distinct from s.home
     group by m.home
    having not bool_or(
      exists (select 1 from alarm_responses where alarm_id = a.id and membership_id = m.id)
      or exists (select 1 from presses where alarm_id = a.id and membership_id = m.id)))`,
);

/**
 * Selects the stream and the state that a rule needs, as one row; none while there is no stream. A
 * statement sees one moment, so its state is the one at its head. The lineage is another one after each
 * write of the stream's row, so it serves as the version of that state.
 * $1 building, $2 user or null, $3 press or alarm, $4 start of the rate window, $5 sign-in or null. Of the
 * active alarms it selects exercises, those that end until $6, and those pressed after $7.
 */
export const STREAM_STATE = prepared(
  'resq_stream_state',
  `
  with me as (
    select id, role, may_send from memberships
     where building_id = $1 and user_id = $2 and status = 'active'
  ), saved as (
    select * from presses where id = $3
  ), live as (
    select a.id, a.raised_at, a.last_press_at, e.record, e.people from alarms a
     cross join lateral (${LAST_EVENT}) e
     where a.building_id = $1 and a.status = 'active'
       and (a.exercise or a.expires_at <= $6 or a.last_press_at > $7)
  ), target as (
    select e.record, e.people from alarms a
     cross join lateral (${LAST_EVENT}) e
     where a.building_id = $1 and a.id = coalesce((select alarm_id from saved), $3)
  ), named as (
    select unnest(people) as id from live union select unnest(people) from target
     union select id from me
  )
  select s.epoch, s.head, s.lineage as version, ${IS_OWN} as "isOwn", clock_timestamp() as now,
    (select at from alarm_events where building_id = $1 and seq = s.head) as "headAt",
    ($5::uuid is null or exists (
      select 1 from auth_sessions where id = $5 and ended_at is null)) as "isSignedIn",
    exists (
      select 1 from memberships m join push_subscriptions p on p.user_id = m.user_id
       where m.building_id = $1 and m.status = 'active' and p.dead_at is null) as "hasPushes",
    (select json_build_object('id', id, 'role', role, 'maySend', may_send,
              'turn', (select turn from alarm_responses r
                        where r.alarm_id = $3 and r.membership_id = me.id)) from me) as member,
    (select json_build_object('id', id, 'buildingId', building_id,
              'membershipId', membership_id, 'alarmId', alarm_id,
              'epoch', epoch, 'seq', seq, 'merged', merged) from saved) as press,
    exists (select 1 from alarms where id = $3) as "isAlarm",
    (select record from target) as alarm,
    coalesce((
      select json_agg(json_build_object('record', record, 'lastPressAt', last_press_at,
               'pressedByMe', exists (select 1 from presses p, me
                                       where p.alarm_id = live.id and p.membership_id = me.id))
               order by raised_at desc) from live), '[]') as ongoing,
    (select count(*)::int from (
       select 1 from presses p join alarms a on a.id = p.alarm_id, me
        where p.membership_id = me.id and p.at > $4 and not p.merged and not a.exercise
        limit ${COUNTS.alarmsPerWindow}) as raised) as "recentlyRaised",
    coalesce((
      select json_object_agg(m.id, json_build_object(
               'name', m.name, 'entrance', m.entrance, 'apartment', m.apartment))
        from memberships m join named on named.id = m.id), '{}') as names
   from building_streams s where s.building_id = $1`,
);

/**
 * Writes a change in one statement, which is its own transaction. The stream's row is locked first, and
 * nothing is written when it has another version by then, or when it is too late. The same goes for a
 * response that a newer one has overtaken, because a plain response makes no version. So its row is written
 * next: that alone sees an answer that was saved while this statement waited. The alarms' rows are
 * merged into those that exist: `seq` is 0 for an alarm without an event. PostgreSQL delivers the
 * notices only when the statement commits.
 * $1 building, $2 version, $3 the time after which nothing is saved or null, $4 the change as JSON,
 * $5 channel of the notices.
 */
const saving = (lock: string): string => `
  with locked as (
    select s.building_id from building_streams s
     where s.building_id = $1 and s.lineage = $2 and ${IS_OWN}
       for update of s ${lock}
  ), timely as (
    select building_id, $4::jsonb as doc from locked
     where $3::timestamptz is null or clock_timestamp() < $3
  ), response as (
    insert into alarm_responses as known (alarm_id, membership_id, response, place, turn, at)
    select "alarmId", "membershipId", response, place, coalesce(turn, 0),
           (doc ->> 'at')::timestamptz
      from timely, jsonb_to_recordset(doc -> 'responses')
             as item("alarmId" uuid, "membershipId" uuid, response text, place text, turn bigint)
    on conflict (alarm_id, membership_id) do update
       set response = excluded.response, place = excluded.place, at = excluded.at,
           turn = greatest(known.turn, excluded.turn)
     where known.turn <= excluded.turn or $4::jsonb #> '{responses,0,turn}' is null
    returning 1
  ), change as (
    select building_id, doc from timely
     where (select count(*) from response) = jsonb_array_length(doc -> 'responses')
  ), stream as (
    update building_streams s set head = (doc ->> 'head')::int from change
     where s.building_id = change.building_id and doc ->> 'head' is not null
  ), alarm as (
    insert into alarms (id, building_id, type, exercise, status, sender_id,
                        raised_at, last_press_at, expires_at, last_seq, escalates_at)
    select (record ->> 'id')::uuid, building_id, record ->> 'type',
           (record ->> 'exercise')::boolean, record ->> 'status', (record ->> 'senderId')::uuid,
           (record ->> 'raisedAt')::timestamptz, "pressedAt",
           (record ->> 'expiresAt')::timestamptz, seq, "escalatesAt"
      from change, jsonb_to_recordset(doc -> 'alarms')
             as item(seq int, record jsonb, "pressedAt" timestamptz, "escalatesAt" timestamptz)
    on conflict (id) do update
       set status = excluded.status, expires_at = excluded.expires_at,
           last_press_at = greatest(alarms.last_press_at, excluded.last_press_at),
           last_seq = greatest(alarms.last_seq, excluded.last_seq),
           escalates_at = case
             when excluded.status <> 'active' then null
             when (select (doc ->> 'reschedules')::boolean from change) then excluded.escalates_at
             else alarms.escalates_at end
  ), event as (
    insert into alarm_events (building_id, seq, alarm_id, kind, record, people, at)
    select building_id, seq, (record ->> 'id')::uuid, kind, record, members,
           (doc ->> 'at')::timestamptz
      from change, jsonb_to_recordset(doc -> 'alarms')
             as item(seq int, kind text, record jsonb, members uuid[])
     where seq > 0
  ), press as (
    insert into presses (id, building_id, membership_id, alarm_id, epoch, seq, merged, at)
    select id, building_id, "membershipId", "alarmId", epoch, seq, merged,
           (doc ->> 'at')::timestamptz
      from change, jsonb_to_recordset(doc -> 'presses')
             as item(id uuid, "membershipId" uuid, "alarmId" uuid, epoch uuid, seq int, merged boolean)
  ), act as (${AuditService.INSERT_ACTS}
  ), job as (${INSERT_JOBS}
  )
  select (select count(*)::int from change) as saved,
         exists (select from locked) and not exists (select from timely) as "isOverdue",
         (select count(pg_notify($5, notice))
            from change, jsonb_array_elements_text(doc -> 'notices') as notice) as notices`;

/** Fails at once while another transaction has locked the stream. */
export const SAVE_NOWAIT = prepared('resq_save_nowait', saving('nowait'));
/** Waits a moment for that transaction, which occupies a connection. */
export const SAVE = prepared('resq_save', saving(''));

/** Selects the heads of streams. $1 buildings. */
export const HEADS = prepared(
  'resq_heads',
  `select s.building_id as "buildingId", s.epoch, s.head as seq, e.at, ${IS_OWN} as "isOwn"
     from building_streams s
     left join alarm_events e on e.building_id = s.building_id and e.seq = s.head
    where s.building_id = any($1)`,
);

/** $3 the most events of a building, $4 now, $5 start of the history. */
const sliceOf = (building: string, after: string, members: string, isPump: string): string => `
   with news as (
     select seq, kind, record, people, at from alarm_events
      where building_id = ${building} and seq > ${after} and at > $5 order by seq limit $3
   ), ongoing as (
     select a.raised_at, e.record, e.people from alarms a
      cross join lateral (${LAST_EVENT}) e
      where a.building_id = ${building} and a.status = 'active' and a.expires_at > $4 and not ${isPump}
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
 * members instead of the active alarms, $7 the version of the members that the caller knows, or null.
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
    '$6',
  ),
);

/**
 * Selects the same for several buildings, without their members, one row each.
 * $1 buildings, $2 the `seq` of each, $3 the most events of each, $4 now, $5 start of the history.
 */
export const SLICES = prepared(
  'resq_slices',
  `select requested.building_id as "buildingId", slice.*
     from unnest($1::uuid[], $2::int[]) as requested(building_id, after)
    cross join lateral (${sliceOf(
      'requested.building_id',
      'requested.after',
      'null as "memberVersion", null as members',
      'false',
    )}) slice`,
);
