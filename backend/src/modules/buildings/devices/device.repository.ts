import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PushState, SoundState } from '../../../contract/devices.js';

export interface ListedDevice {
  id: string;
  label: string;
  sound: SoundState;
  push: PushState;
  seenAt: Date;
  testedAt: Date | null;
  connected: boolean;
  armed: boolean;
}

@Injectable()
export class DeviceRepository {
  constructor(private readonly database: DataSource) {}

  /**
   * @param nodesAliveAfter connections to nodes without a heartbeat after this time do not count
   * @returns the connected devices first, then the last seen first
   */
  findAll(userId: string, nodesAliveAfter: Date, limit: number): Promise<ListedDevice[]> {
    return this.database.query<ListedDevice[]>(
      `select d.device_id as id, d.label, d.sound, d.push, d.seen_at as "seenAt",
              d.tested_at as "testedAt", here.connected, here.armed
         from devices d
         cross join lateral (
           select count(n.id) > 0 as connected, coalesce(bool_or(p.armed and n.id is not null), false) as armed
             from presences p left join nodes n on n.id = p.node_id and n.alive_at > $2
            where p.user_id = d.user_id and p.device_id = d.device_id) here
        where d.user_id = $1 order by here.connected desc, d.seen_at desc, d.device_id limit $3`,
      [userId, nodesAliveAfter, limit],
    );
  }

  /**
   * Removes the device and its presences.
   * @returns false when the user has no such device
   */
  async remove(userId: string, deviceId: string): Promise<boolean> {
    const [removed] = await this.database.query<[unknown[]]>(
      `with disconnected as (
         delete from presences where user_id = $1 and device_id = $2
       ) delete from devices where user_id = $1 and device_id = $2 returning 1`,
      [userId, deviceId],
    );
    return removed.length > 0;
  }
}
