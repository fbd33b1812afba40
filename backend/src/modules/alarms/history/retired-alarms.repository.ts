import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/transactions.js';

export interface OldAlarm {
  id: string;
  buildingId: string;
  events: number;
  /** The alarm's events as text, in order; the audit log keeps their digest. */
  story: string | null;
}

/** Reads and deletes alarms at the end of their retention. */
@Injectable()
export class RetiredAlarmsRepository {
  /** @returns the oldest alarms that were raised before `until`, locked; other workers skip them */
  lock(tx: Tx, until: Date, limit: number): Promise<OldAlarm[]> {
    return tx.query<OldAlarm[]>(
      `select a.id, a.building_id as "buildingId", e.events, e.story from (
         select id, building_id, raised_at from alarms where raised_at <= $1
          order by raised_at limit $2 for update skip locked
       ) a join lateral (
         select count(*)::int as events,
                string_agg(seq || ' ' || kind || ' ' || record::text, e'\\n' order by seq) as story
           from alarm_events where alarm_id = a.id
       ) e on true order by a.raised_at`,
      [until, limit],
    );
  }

  async delete(tx: Tx, ids: string[]): Promise<void> {
    await tx.query('delete from alarms where id = any($1)', [ids]);
  }
}
