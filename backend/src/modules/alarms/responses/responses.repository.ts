import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AlarmResponse } from '../../../contract/alarm.js';
import { CHANNEL } from '../../../platform/database/notifications.js';
import { prepared } from '../../../platform/database/prepared.js';
import { INSERT_JOBS, newJob } from '../../../platform/jobs/outbox.js';
import { jobSignal } from '../../../platform/realtime/change-signals.js';
import { AuditService } from '../../audit/audit.service.js';
import type { Actor } from '../../auth/actor.js';

interface NewResponse {
  alarmId: string;
  response: string;
  place?: string;
  turn?: number;
  at: Date;
  /** The start of the history: an older alarm is not found. */
  since: Date;
}

/**
 * `calls`: the member has a call for help, which only a change of the stream can end. `overtaken`: a
 * newer response is saved. `not_found`: the user is no active member of the alarm's building.
 */
type SaveOutcome = 'saved' | 'over' | 'calls' | 'overtaken' | 'not_found';

interface SavedRow {
  /** Null when the user has no access to the alarm. */
  isActive: boolean | null;
  membershipId: string | null;
  isSaved: boolean;
  calls: boolean;
}

/**
 * Saves a response with its line of the audit log, and with the job that closes the member's
 * notifications when pushes were sent there. Those that are sent later miss who has responded, or
 * find it out themselves (`findMissed`).
 * $1 alarm, $2 user, $3 start of the history, $4 now, $5 response, $6 place, $7 turn, $8 line of the
 * audit log, $9 job, $10 channel of the notice, $11 notice.
 */
const SAVE = prepared(
  'resq_save_response',
  `with member as (
     select m.id, a.building_id, a.status = 'active' and a.expires_at > $4 as is_active
       from alarms a join memberships m on m.building_id = a.building_id
      where a.id = $1 and m.user_id = $2 and m.status = 'active' and a.raised_at > $3
   ), saved as (
     insert into alarm_responses as known (alarm_id, membership_id, response, place, at, turn)
     select $1, id, $5, $6, $4, coalesce($7::bigint, 0) from member where is_active
     on conflict (alarm_id, membership_id) do update
        set response = excluded.response, place = excluded.place, at = excluded.at,
            turn = greatest(known.turn, excluded.turn)
      where known.response <> 'need_help' and known.turn <= coalesce($7, known.turn)
     returning membership_id
   ), change as (
     select jsonb_build_object(
       'acts', jsonb_build_array($8::jsonb || jsonb_build_object('buildingId', building_id)),
       'jobs', case when exists (
           select 1 from push_deliveries d where d.alarm_id = $1 and d.membership_id = id)
         then jsonb_build_array(jsonb_set($9::jsonb, '{payload,membershipId}', to_jsonb(id)))
         else '[]' end) as doc
       from saved join member on id = membership_id
   ), act as (${AuditService.INSERT_ACTS}
   ), job as (${INSERT_JOBS}
   )
   select member.is_active as "isActive", member.id as "membershipId",
          exists (select 1 from saved) as "isSaved",
          exists (select 1 from alarm_responses where alarm_id = $1 and membership_id = member.id
                     and response = 'need_help' and turn <= coalesce($7, turn)) as calls,
          (select count(pg_notify($10, $11)) from change where doc -> 'jobs' <> '[]') as notices
     from (select 1) as one left join member on true`,
);

/** Saves members' responses and mutes. */
@Injectable()
export class ResponsesRepository {
  constructor(
    private readonly database: DataSource,
    private readonly audit: AuditService,
  ) {}

  /**
   * Saves a response that does not change the alarm, in one statement. It replaces an earlier
   * response, but never a call for help.
   */
  async save(
    { userId, deviceId }: Actor,
    { alarmId, response, place, turn, at, since }: NewResponse,
  ): Promise<{ outcome: SaveOutcome; membershipId: string }> {
    // The audit log omits the response itself, because responses are erased with their member.
    const [act] = this.audit.entriesOf([
      { action: 'alarm.answered', actorId: userId, subjectId: alarmId },
    ]);
    const job = newJob('push.close', { alarmId, ...(deviceId && { answeredOn: deviceId }) }, at);
    const [row] = await this.database.query<SavedRow[]>(SAVE, [
      alarmId,
      userId,
      since,
      at,
      response,
      place ?? null,
      turn ?? null,
      act,
      job,
      CHANNEL,
      jobSignal(job.id),
    ]);
    return { outcome: outcomeOf(row), membershipId: row?.membershipId ?? '' };
  }

  /** @returns the member's saved response */
  async read(alarmId: string, membershipId: string): Promise<AlarmResponse | undefined> {
    const [row] = await this.database.query<
      (Omit<AlarmResponse, 'alarmId'> & { place: string | null })[]
    >(
      `select response, place, turn::float8 as turn, at from alarm_responses
        where alarm_id = $1 and membership_id = $2`,
      [alarmId, membershipId],
    );
    if (!row) return undefined;
    const { place, at, ...saved } = row;
    return { alarmId, ...saved, ...(place !== null && { place }), at: new Date(at).toISOString() };
  }

  async mute(alarmId: string, membershipId: string, at: Date): Promise<void> {
    await this.database.query(
      `insert into alarm_mutes (alarm_id, membership_id, at) values ($1, $2, $3)
       on conflict (alarm_id, membership_id) do update set at = excluded.at`,
      [alarmId, membershipId, at],
    );
  }

  async unmute(alarmId: string, membershipId: string): Promise<void> {
    await this.database.query(
      'delete from alarm_mutes where alarm_id = $1 and membership_id = $2',
      [alarmId, membershipId],
    );
  }
}

function outcomeOf(row: SavedRow | undefined): SaveOutcome {
  if (!row || row.isActive === null) return 'not_found';
  if (row.isSaved) return 'saved';
  if (!row.isActive) return 'over';
  return row.calls ? 'calls' : 'overtaken';
}
