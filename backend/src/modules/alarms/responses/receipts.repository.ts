import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ReceiptRequest } from '../../../contract/events.js';
import { Clock } from '../../../platform/clock.js';
import { historyStart } from '../model/alarm.js';

export interface NewReceipt extends ReceiptRequest {
  userId: string;
  alarmId: string;
  helpAt: string | undefined;
}

interface SavedReceipts {
  /** The batch indexes of the receipts whose user may report on the alarm. */
  entitled: number[];
  /** The alarms that got a new receipt, or a later time of a call that was seen. */
  changedAlarmIds: string[];
  /** The age of each alarm with a new receipt of that level. */
  ages: { level: ReceiptRequest['level']; seconds: number }[];
}

@Injectable()
export class ReceiptsRepository {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Saves the whole batch in one statement. Receipts for ended alarms are ignored. A repeated
   * receipt changes only the time of the calls for help that were seen.
   */
  async save(batch: NewReceipt[]): Promise<SavedReceipts> {
    const now = this.clock.now();
    const [saved] = await this.database.query<SavedReceipts[]>(
      `with given as (
         select * from rows from (jsonb_to_recordset($1::jsonb) as (
             "userId" uuid, "alarmId" uuid, "deviceId" uuid, level text, "helpAt" timestamptz))
           with ordinality as g(user_id, alarm_id, device_id, level, help_at, position)
       ), entitled as (
         select g.position, g.alarm_id, m.id as membership_id, g.device_id, g.level,
                case when g.level = 'seen' then g.help_at end as help_at,
                a.status = 'active' and a.expires_at > $2 as is_active
           from given g
           join alarms a on a.id = g.alarm_id and a.raised_at > $3
           join memberships m on m.building_id = a.building_id and m.user_id = g.user_id
            and m.status = 'active'
       ), saved as (
         insert into alarm_receipts as known (alarm_id, membership_id, device_id, level, at, help_at)
         select alarm_id, membership_id, device_id, level, $2, max(help_at) from entitled
          where is_active group by alarm_id, membership_id, device_id, level
         on conflict on constraint alarm_receipts_pkey do update set help_at = excluded.help_at
          where excluded.help_at > coalesce(known.help_at, '-infinity') returning alarm_id, level, xmax = 0 as is_new
       )
       select coalesce((select json_agg(position - 1) from entitled), '[]') as entitled,
              coalesce((select json_agg(distinct alarm_id) from saved), '[]') as "changedAlarmIds",
              coalesce((select json_agg(distinct jsonb_build_object('level', s.level,
                                 'seconds', extract(epoch from $2::timestamptz - a.raised_at)::float8))
                          from saved s join alarms a on a.id = s.alarm_id where s.is_new), '[]') as ages`,
      [
        // As one text: the driver escapes each element of an array by itself.
        JSON.stringify(
          batch.map(({ userId, alarmId, deviceId, level, helpAt }) => ({
            userId,
            alarmId,
            deviceId,
            level,
            helpAt: seenUntil(helpAt, now),
          })),
        ),
        now,
        historyStart(this.clock),
      ],
    );
    return saved ?? { entitled: [], changedAlarmIds: [], ages: [] };
  }
}

/** Nobody can have seen later calls yet. A time that PostgreSQL refuses would fail the batch. */
function seenUntil(helpAt: string | undefined, now: Date): Date | undefined {
  if (helpAt === undefined) return undefined;
  const atMs = Date.parse(helpAt);
  if (Number.isNaN(atMs)) return undefined;
  // JSON writes the year 0 as PostgreSQL does not read it.
  return new Date(Math.max(0, Math.min(atMs, now.getTime())));
}
