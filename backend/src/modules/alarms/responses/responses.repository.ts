import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/transactions.js';

export interface NewResponse {
  alarmId: string;
  membershipId: string;
  response: string;
  place?: string;
  at: Date;
}

/** `calls`: the member has a call for help, which only a change of the stream can end. */
export type SaveOutcome = 'saved' | 'over' | 'calls';

@Injectable()
export class ResponsesRepository {
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
}
