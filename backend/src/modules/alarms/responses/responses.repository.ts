import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AlarmResponse } from '../../../contract/alarm.js';
import type { Tx } from '../../../platform/database/transactions.js';

interface NewResponse {
  alarmId: string;
  membershipId: string;
  response: string;
  place?: string;
  turn?: number;
  at: Date;
}

/**
 * `calls`: the member has a call for help, which only a change of the stream can end. `overtaken`: a
 * newer response is saved.
 */
type SaveOutcome = 'saved' | 'over' | 'calls' | 'overtaken';

/** Saves members' responses and mutes. */
@Injectable()
export class ResponsesRepository {
  constructor(private readonly database: DataSource) {}

  /**
   * Saves a response that does not change the alarm. It replaces an earlier response, but never a
   * call for help.
   */
  async save(tx: Tx, entry: NewResponse): Promise<SaveOutcome> {
    const [row] = await tx.query<{ isActive: boolean; isSaved: boolean; calls: boolean }[]>(
      `with alarm as (
         select id from alarms where id = $1 and status = 'active' and expires_at > $5
       ), saved as (
         insert into alarm_responses as known (alarm_id, membership_id, response, place, at, turn)
         select id, $2, $3, $4, $5, coalesce($6::bigint, 0) from alarm
         on conflict (alarm_id, membership_id) do update
            set response = excluded.response, place = excluded.place, at = excluded.at,
                turn = greatest(known.turn, excluded.turn)
          where known.response <> 'need_help' and known.turn <= coalesce($6, known.turn)
         returning 1
       )
       select exists (select 1 from alarm) as "isActive",
              exists (select 1 from saved) as "isSaved",
              exists (select 1 from alarm_responses where alarm_id = $1 and membership_id = $2
                         and response = 'need_help' and turn <= coalesce($6, turn)) as calls`,
      [
        entry.alarmId,
        entry.membershipId,
        entry.response,
        entry.place ?? null,
        entry.at,
        entry.turn ?? null,
      ],
    );
    if (row?.isSaved) return 'saved';
    if (!row?.isActive) return 'over';
    return row.calls ? 'calls' : 'overtaken';
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
