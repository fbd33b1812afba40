import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PushedAlarm } from './push-bodies.js';

@Injectable()
export class PushedAlarmRepository {
  constructor(private readonly database: DataSource) {}

  /** @returns undefined once the alarm has been retired */
  async find(alarmId: string, now: Date): Promise<PushedAlarm | undefined> {
    const [alarm] = await this.database.query<PushedAlarm[]>(
      `select a.id as "alarmId", a.building_id as "buildingId", b.address, a.type, a.exercise,
              case when a.status = 'active' and a.expires_at <= $2 then 'expired' else a.status end
                as status,
              a.expires_at as "expiresAt", e.record->>'place' as place,
              case when m.id is not null then json_build_object(
                'name', m.name, 'entrance', m.entrance, 'apartment', m.apartment) end as sender
         from alarms a
         join buildings b on b.id = a.building_id
         join alarm_events e on e.building_id = a.building_id and e.seq = a.last_seq
         left join memberships m on m.id = a.sender_id
        where a.id = $1`,
      [alarmId, now],
    );
    return alarm;
  }
}
