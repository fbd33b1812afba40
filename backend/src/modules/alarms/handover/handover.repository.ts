import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** The building of an active alarm. */
export interface HandoverBuilding {
  buildingId: string;
  senderId: string;
  name: string;
  address: string;
  rescueNote: string | null;
}

@Injectable()
export class HandoverRepository {
  constructor(private readonly database: DataSource) {}

  /** @returns undefined once the alarm is over */
  async find(alarmId: string, now: Date): Promise<HandoverBuilding | undefined> {
    const [row] = await this.database.query<HandoverBuilding[]>(
      `select a.building_id as "buildingId", a.sender_id as "senderId", b.name, b.address,
              b.rescue_note as "rescueNote"
         from alarms a join buildings b on b.id = a.building_id
        where a.id = $1 and a.status = 'active' and a.expires_at > $2`,
      [alarmId, now],
    );
    return row;
  }
}
