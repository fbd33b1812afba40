import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AlarmResponse } from '../../../contract/alarm.js';
import { Clock } from '../../../platform/clock.js';
import { BatchLoader } from '../../../platform/database/batch-loader.js';
import { CHANNEL } from '../../../platform/database/notifications.js';
import { prepared } from '../../../platform/database/prepared.js';
import { INSERT_JOBS, newJob, type Job } from '../../../platform/jobs/outbox.js';
import { jobSignal } from '../../../platform/realtime/change-signals.js';
import { AuditService } from '../../audit/audit.service.js';
import type { Actor } from '../../auth/actor.js';
import { historyStart } from '../model/alarm.js';

interface NewResponse {
  alarmId: string;
  response: string;
  place?: string;
  turn?: number;
  at: Date;
}

/**
 * `calls`: the member has a call for help, which only a change of the stream can end. `overtaken`: a
 * newer response is saved. `not_found`: the user is no active member of the alarm's building.
 */
type SaveOutcome = 'saved' | 'over' | 'calls' | 'overtaken' | 'not_found';

interface Entry extends NewResponse {
  userId: string;
  /** The line of the audit log. */
  act: object | undefined;
  job: Job;
  /** The notice about the job. */
  notice: string;
}

interface SavedRow {
  /** The index of the response in its batch. */
  index: number;
  isActive: boolean;
  membershipId: string;
  isSaved: boolean;
  calls: boolean;
}

/** Neighbours answer at once, and a commit costs as much for fifty responses as for one. */
const CROWD = { everyMs: 50, size: 200 };

/**
 * Saves responses with their lines of the audit log, and with the jobs that close the members'
 * notifications when pushes were sent there. Those that are sent later miss who has responded, or
 * find it out themselves (`findMissed`). The newest of a member's responses is saved. Users without
 * access have no row in the result.
 * $1 entries, $2 start of the history, $3 channel of the notices.
 */
const SAVE = prepared(
  'resq_save_responses',
  `with given as (
     select * from rows from (jsonb_to_recordset($1::jsonb) as (
         "alarmId" uuid, "userId" uuid, response text, place text, turn bigint, at timestamptz,
         act jsonb, job jsonb, notice text))
       with ordinality as g(alarm_id, user_id, response, place, turn, at, act, job, notice, position)
   ), member as (
     select given.*, access.*, coalesce(given.turn, known.turn, 0) as new_turn,
            coalesce(known.response = 'need_help' and known.turn <= coalesce(given.turn, known.turn),
                     false) as calls
       from given cross join lateral (
         select m.id as membership_id, a.building_id,
                a.status = 'active' and a.expires_at > given.at as is_active
           from alarms a join memberships m on m.building_id = a.building_id
          where a.id = given.alarm_id and m.user_id = given.user_id and m.status = 'active'
            and a.raised_at > $2 limit 1
       ) as access
       left join lateral (
         select response, turn from alarm_responses r
          where r.alarm_id = given.alarm_id and r.membership_id = access.membership_id limit 1
       ) as known on true
   ), newest as (
     select distinct on (alarm_id, membership_id) * from member where is_active
      order by alarm_id, membership_id, new_turn desc, position desc
   ), saved as (
     insert into alarm_responses as known (alarm_id, membership_id, response, place, at, turn)
     select alarm_id, membership_id, response, place, at, new_turn from newest
     on conflict (alarm_id, membership_id) do update
        set response = excluded.response, place = excluded.place, at = excluded.at,
            turn = excluded.turn
      where known.response <> 'need_help' and known.turn <= excluded.turn
     returning alarm_id, membership_id
   ), written as (
     select newest.*, exists (
              select 1 from push_deliveries d
               where d.alarm_id = saved.alarm_id and d.membership_id = saved.membership_id
            ) as is_pushed
       from saved join newest using (alarm_id, membership_id)
   ), change as (
     select jsonb_build_object(
       'acts', jsonb_agg(act || jsonb_build_object('buildingId', building_id)),
       'jobs', coalesce(jsonb_agg(jsonb_set(job, '{payload,membershipId}', to_jsonb(membership_id)))
                          filter (where is_pushed), '[]')) as doc
       from written having count(*) > 0
   ), act as (${AuditService.INSERT_ACTS}
   ), job as (${INSERT_JOBS}
   )
   select (position - 1)::int as index, is_active as "isActive", membership_id as "membershipId",
          exists (select 1 from written where written.position = member.position) as "isSaved", calls,
          (select count(pg_notify($3, notice)) from written where is_pushed) as notices
     from member`,
);

/** Saves members' responses and mutes. */
@Injectable()
export class ResponsesRepository {
  private readonly crowd = new BatchLoader((entries: Entry[]) => this.saveAll(entries), CROWD);

  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /**
   * Saves a response that does not change the alarm, with those that come with it in one statement. It
   * replaces an earlier response, but never a call for help.
   */
  async save(
    { userId, deviceId }: Actor,
    response: NewResponse,
  ): Promise<{ outcome: SaveOutcome; membershipId: string }> {
    const { alarmId, at } = response;
    // The audit log omits the response itself, because responses are erased with their member.
    const [act] = this.audit.entriesOf([
      { action: 'alarm.answered', actorId: userId, subjectId: alarmId },
    ]);
    const job = newJob('push.close', { alarmId, ...(deviceId && { answeredOn: deviceId }) }, at);
    const entry = { ...response, userId, act, job, notice: jobSignal(job.id) };
    const row = await this.crowd.load(entry);
    return { outcome: outcomeOf(row), membershipId: row?.membershipId ?? '' };
  }

  private async saveAll(entries: Entry[]): Promise<Map<Entry, SavedRow>> {
    const since = historyStart(this.clock);
    const rows = await this.database.query<SavedRow[]>(SAVE, [
      // As one text: the driver escapes each element of an array by itself.
      JSON.stringify(entries),
      since,
      CHANNEL,
    ]);
    return new Map(rows.map((row) => [entries[row.index] as Entry, row]));
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
  if (!row) return 'not_found';
  if (row.isSaved) return 'saved';
  if (!row.isActive) return 'over';
  return row.calls ? 'calls' : 'overtaken';
}
