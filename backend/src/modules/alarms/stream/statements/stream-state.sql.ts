import { COUNTS } from '../../../../contract/limits.js';
import { prepared } from '../../../../platform/database/prepared.js';

/** Whether the stream's row `s` was written here and not restored (decision 37). */
export const IS_OWN = `coalesce(s.lineage = (select database_lineage()) || '/' || s.xmin, true)`;

/**
 * Selects the newest event of the alarm `a`. The limit keeps it a look-up by both columns of the key: a
 * plan that was made while the tables were empty joined all events of the building.
 */
export const LAST_EVENT = `
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
       and (m.entrance, m.apartment) is distinct from (s.entrance, s.apartment)
     group by m.entrance, m.apartment
    having not bool_or(
      exists (select 1 from alarm_responses where alarm_id = a.id and membership_id = m.id)
      or exists (select 1 from presses where alarm_id = a.id and membership_id = m.id)))`,
);

/**
 * Selects the stream and the state that a rule needs, as one row; none while there is no stream. A
 * statement sees one moment, so its state is the one at its head. The lineage is another one after each
 * write of the stream's row, so it serves as the version of that state.
 * $1 building, $2 user or null, $3 press or alarm, $4 start of the rate window, $5 sign-in or null.
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
  ), asked as (
    select e.record, e.people from alarms a
     cross join lateral (${LAST_EVENT}) e
     where a.building_id = $1 and a.id = coalesce((select alarm_id from saved), $3)
  ), named as (
    select unnest(people) as id from live union select unnest(people) from asked
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
    (select record from asked) as alarm,
    coalesce((
      select json_agg(json_build_object('record', record, 'lastPressAt', last_press_at,
               'pressedByMe', exists (select 1 from presses p, me
                                       where p.alarm_id = live.id and p.membership_id = me.id))
               order by raised_at desc) from live), '[]') as ongoing,
    (select count(*)::int from (
       select 1 from presses p join alarms a on a.id = p.alarm_id, me
        where p.membership_id = me.id and p.at > $4 and not p.merged and not a.exercise
        limit ${COUNTS.alarmsPerWindow}) as raised) as "raisedLately",
    coalesce((
      select json_object_agg(m.id, json_build_object(
               'name', m.name, 'entrance', m.entrance, 'apartment', m.apartment))
        from memberships m join named on named.id = m.id), '{}') as names
   from building_streams s where s.building_id = $1`,
);
