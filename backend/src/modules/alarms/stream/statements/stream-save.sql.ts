import { prepared } from '../../../../platform/database/prepared.js';
import { INSERT_JOBS } from '../../../../platform/jobs/outbox.js';
import { AuditService } from '../../../audit/audit.service.js';
import { IS_OWN } from './stream-state.sql.js';

/**
 * Writes a change in one statement, which is its own transaction. The stream's row is locked first, and
 * nothing is written when it has another version by then, or when it is too late. The alarms' rows are
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
  ), change as (
    select building_id, $4::jsonb as doc from locked
     where $3::timestamptz is null or clock_timestamp() < $3
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
  ), response as (
    insert into alarm_responses as known (alarm_id, membership_id, response, place, turn, at)
    select "alarmId", "membershipId", response, place, coalesce(turn, 0),
           (doc ->> 'at')::timestamptz
      from change, jsonb_to_recordset(doc -> 'responses')
             as item("alarmId" uuid, "membershipId" uuid, response text, place text, turn bigint)
    on conflict (alarm_id, membership_id) do update
       set response = excluded.response, place = excluded.place, at = excluded.at,
           turn = greatest(known.turn, excluded.turn)
  ), act as (${AuditService.INSERT_ACTS}
  ), job as (${INSERT_JOBS}
  )
  select (select count(*)::int from locked) as locked, (select count(*)::int from change) as saved,
         (select count(pg_notify($5, notice))
            from change, jsonb_array_elements_text(doc -> 'notices') as notice) as notices`;

/** Fails at once while another transaction has locked the stream. */
export const SAVE_NOWAIT = prepared('resq_save_nowait', saving('nowait'));
/** Waits a moment for that transaction, which occupies a connection. */
export const SAVE = prepared('resq_save', saving(''));
