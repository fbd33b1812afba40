import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PushState, PushSubscriptionState, SoundState } from '../../../contract/devices.js';

import type { DeviceKey } from './presence.js';

export interface ListedDevice {
  id: string;
  label: string;
  sound: SoundState;
  push: PushState;
  seenAt: Date;
  testedAt: Date | null;
  connected: boolean;
  armed: boolean;
  pushSubscription: PushSubscriptionState;
  pushTestedAt: Date | null;
}

export interface NewDevice extends DeviceKey {
  label: string;
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
              d.tested_at as "testedAt", here.connected, here.armed, s.tested_at as "pushTestedAt",
              case when a.id is null then 'none' when s.dead_at is null then 'live' else 'dead' end
                as "pushSubscription"
         from devices d
         left join push_subscriptions s on s.user_id = d.user_id and s.device_id = d.device_id
         left join auth_sessions a on a.id = s.session_id and a.ended_at is null
         cross join lateral (
           select count(n.id) > 0 as connected, coalesce(bool_or(p.armed and n.id is not null), false) as armed
             from presences p left join nodes n on n.id = p.node_id and n.alive_at > $2
            where p.user_id = d.user_id and p.device_id = d.device_id) here
        where d.user_id = $1 order by here.connected desc, d.seen_at desc, d.device_id limit $3`,
      [userId, nodesAliveAfter, limit],
    );
  }

  /**
   * Saves a device that has not reported its state yet.
   * @returns false when it was known
   */
  async insertUnknown({ userId, deviceId, label }: NewDevice, now: Date): Promise<boolean> {
    const rows = await this.database.query<object[]>(
      `insert into devices (user_id, device_id, label, sound, push, seen_at)
       values ($1, $2, $3, 'blocked', 'on', $4)
       on conflict (user_id, device_id) do nothing returning 1`,
      [userId, deviceId, label, now],
    );
    return rows.length > 0;
  }

  /**
   * Removes devices beyond `limit` of each user, with their presences: first the disconnected ones,
   * the longest unseen first, and then those of `added`.
   * @param added devices that were just saved
   * @returns the removed ones of `added`
   */
  async removeSurplus(
    limit: number,
    added: DeviceKey[],
    nodesAliveAfter: Date,
  ): Promise<DeviceKey[]> {
    const userIds = [...new Set(added.map(({ userId }) => userId))];
    const removed = await this.database.transaction(async (tx) => {
      // Two nodes must count one after the other, or each would miss the device of the other one.
      await tx.query('select 1 from users where id = any($1) order by id for no key update', [
        userIds,
      ]);
      return tx.query<DeviceKey[]>(
        `with added as (
           select * from unnest($1::uuid[], $2::uuid[]) as a(user_id, device_id)
         ), ranked as (
           select d.user_id, d.device_id, row_number() over (
                    partition by d.user_id
                    order by case when a.device_id is not null then 1
                                  when exists (
                                    select 1 from presences p join nodes n on n.id = p.node_id
                                     where p.user_id = d.user_id and p.device_id = d.device_id
                                       and n.alive_at > $4) then 0
                                  else 2 end, d.seen_at desc, d.device_id) as rank
             from devices d left join added a using (user_id, device_id)
            where d.user_id = any($3)
         ), surplus as (
           select user_id, device_id from ranked where rank > $5
         ), disconnected as (
           delete from presences p using surplus s
            where p.user_id = s.user_id and p.device_id = s.device_id
         ), removed as (
           delete from devices d using surplus s
            where d.user_id = s.user_id and d.device_id = s.device_id
           returning d.user_id, d.device_id
         )
         select user_id as "userId", device_id as "deviceId" from removed
           join added using (user_id, device_id)`,
        [
          added.map(({ userId }) => userId),
          added.map(({ deviceId }) => deviceId),
          userIds,
          nodesAliveAfter,
          limit,
        ],
      );
    });
    return removed;
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
