import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Home } from '../../../contract/alarm.js';

/** The building of an active alarm, and its homes that nobody is with. */
export interface HandoverBuilding {
  buildingId: string;
  senderId: string;
  name: string;
  address: string;
  rescueNote: string | null;
  outside: (Omit<Home, 'entrance'> & { entrance: string | null })[];
}

@Injectable()
export class HandoverRepository {
  constructor(private readonly database: DataSource) {}

  /** @returns undefined once the alarm is over */
  async find(alarmId: string, now: Date): Promise<HandoverBuilding | undefined> {
    const [row] = await this.database.query<HandoverBuilding[]>(
      `select a.building_id as "buildingId", a.sender_id as "senderId", b.name, b.address,
              b.rescue_note as "rescueNote",
              coalesce((
                select json_agg(json_build_object(
                         'entrance', nullif(h.entrance, ''), 'apartment', h.apartment)
                         order by h.entrance, h.apartment)
                  from homes h
                 where h.building_id = b.id and not exists (
                   select from memberships m
                    where m.building_id = b.id and m.status = 'active' and m.home = h.home)),
                '[]') as outside
         from alarms a join buildings b on b.id = a.building_id
        where a.id = $1 and a.status = 'active' and a.expires_at > $2`,
      [alarmId, now],
    );
    return row;
  }
}
