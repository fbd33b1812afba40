import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ReceiptRequest } from '../../../contract/events.js';
import { Clock } from '../../../platform/clock.js';
import { historyStart } from '../model/history-window.js';

export interface NewReceipt extends ReceiptRequest {
  userId: string;
  alarmId: string;
}

export interface SavedReceipts {
  /** The batch indexes of the receipts whose user may report on the alarm. */
  entitled: number[];
  /** The alarms that got a new receipt. */
  changedAlarmIds: string[];
}

@Injectable()
export class ReceiptsRepository {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Saves the whole batch in one statement. Receipts for ended alarms are ignored. */
  async save(batch: NewReceipt[]): Promise<SavedReceipts> {
    const [saved] = await this.database.query<SavedReceipts[]>(
      `with given as (
         select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[])
           with ordinality as g(user_id, alarm_id, device_id, level, position)
       ), entitled as (
         select g.position, g.alarm_id, m.id as membership_id, g.device_id, g.level,
                a.status = 'active' and a.expires_at > $5 as is_active
           from given g
           join alarms a on a.id = g.alarm_id and a.raised_at > $6
           join memberships m on m.building_id = a.building_id and m.user_id = g.user_id
            and m.status = 'active'
       ), saved as (
         insert into alarm_receipts (alarm_id, membership_id, device_id, level, at)
         select alarm_id, membership_id, device_id, level, $5 from entitled where is_active
         on conflict do nothing returning alarm_id
       )
       select coalesce((select json_agg(position - 1) from entitled), '[]') as entitled,
              coalesce((select json_agg(distinct alarm_id) from saved), '[]') as "changedAlarmIds"`,
      [
        batch.map(({ userId }) => userId),
        batch.map(({ alarmId }) => alarmId),
        batch.map(({ deviceId }) => deviceId),
        batch.map(({ level }) => level),
        this.clock.now(),
        historyStart(this.clock),
      ],
    );
    return saved ?? { entitled: [], changedAlarmIds: [] };
  }
}
