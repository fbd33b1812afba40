import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '../../../platform/database/transactions.js';

interface NewResponse {
  alarmId: string;
  membershipId: string;
  response: string;
  place?: string;
  at: Date;
}

/** `calls`: the member has a call for help, which only a change of the stream can end. */
type SaveOutcome = 'saved' | 'over' | 'calls';

/** Saves members' responses and mutes. */
@Injectable()
export class ResponsesRepository {
  constructor(private readonly database: DataSource) {}

  /**
   * Saves a response that does not change the alarm. It replaces an earlier response, but never a
   * call for help.
   */
  async save(tx: Tx, entry: NewResponse): Promise<SaveOutcome> {
    const [row] = await tx.query<{ isActive: boolean; isSaved: boolean }[]>(
      `with alarm as (
         select id from alarms where id = $1 and status = 'active' and expires_at > $5
       ), saved as (
         insert into alarm_responses as known (alarm_id, membership_id, response, place, at)
         select id, $2, $3, $4, $5 from alarm
         on conflict (alarm_id, membership_id) do update
            set response = excluded.response, place = excluded.place, at = excluded.at
          where known.response <> 'need_help'
         returning 1
       )
       select exists (select 1 from alarm) as "isActive",
              exists (select 1 from saved) as "isSaved"`,
      [entry.alarmId, entry.membershipId, entry.response, entry.place ?? null, entry.at],
    );
    if (row?.isSaved) return 'saved';
    return row?.isActive ? 'calls' : 'over';
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
