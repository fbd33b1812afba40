import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SavedNodeState } from '../../../platform/node-state.js';
import type { DeviceKey, PresentDevice } from './presence.js';

export interface SavedDevice extends DeviceKey {
  testedAt: Date | null;
  isNew: boolean;
}

/** Reads and writes nodes, and the devices that are connected to them. */
@Injectable()
export class PresenceRepository {
  constructor(private readonly database: DataSource) {}

  /** False at start, because a node listens before its database is available. */
  get isConnected(): boolean {
    return this.database.isInitialized;
  }

  /** @returns true when the node had no row: it is new, or its row was removed as dead */
  async recordHeartbeat(nodeId: string, now: Date, state: SavedNodeState): Promise<boolean> {
    const [row] = await this.database.query<{ isNew: boolean }[]>(
      `insert into nodes (id, alive_at, state) values ($1, $2, $3)
       on conflict (id) do update set alive_at = excluded.alive_at, state = excluded.state
       returning xmax = 0 as "isNew"`,
      [nodeId, now, state],
    );
    return row?.isNew ?? true;
  }

  /** Removes dead nodes and, through the foreign key, their presences. */
  async removeDeadNodes(diedBefore: Date, workersBefore: Date): Promise<void> {
    await this.database.query(
      `delete from nodes
        where alive_at < $1 and (alive_at < $2 or coalesce(state ->> 'role' <> 'worker', true))`,
      [diedBefore, workersBefore],
    );
  }

  async removeNode(nodeId: string): Promise<void> {
    await this.database.query('delete from nodes where id = $1', [nodeId]);
  }

  /** Writes in the order of the keys, because two nodes could deadlock in any other order. */
  savePresent(nodeId: string, batch: PresentDevice[], now: Date): Promise<SavedDevice[]> {
    return this.database.query<SavedDevice[]>(
      `with given as (
         select u.id as user_id, g."deviceId" as device_id, g.label, g.sound, g.push, g.armed,
                g."testedAt" as tested_at
           from jsonb_to_recordset($3::jsonb) as g(
             "userId" uuid, "deviceId" uuid, label text, sound text, push text, armed boolean,
             "testedAt" timestamptz)
           join users u on u.id = g."userId"
          order by u.id, g."deviceId"
       ), saved as (
         insert into presences (node_id, user_id, device_id, armed)
         select $1, user_id, device_id, armed from given
         on conflict (node_id, user_id, device_id) do update set armed = excluded.armed
       )
       insert into devices as d (user_id, device_id, label, sound, push, seen_at, tested_at)
       select user_id, device_id, label, sound, push, $2, tested_at from given
       on conflict (user_id, device_id) do update
          set label = excluded.label, sound = excluded.sound, push = excluded.push,
              seen_at = excluded.seen_at, tested_at = coalesce(excluded.tested_at, d.tested_at)
       returning user_id as "userId", device_id as "deviceId", tested_at as "testedAt",
                 xmax = 0 as "isNew"`,
      [
        nodeId,
        now,
        // As one text: the driver escapes each element of an array by itself.
        JSON.stringify(batch),
      ],
    );
  }

  /** Forgets the last test of each device. */
  async clearTests(batch: DeviceKey[]): Promise<void> {
    await this.database.query(
      `with locked as (
         select d.user_id, d.device_id from devices d
           join unnest($1::uuid[], $2::uuid[]) as g(user_id, device_id) using (user_id, device_id)
          order by d.user_id, d.device_id for update of d
       )
       update devices d set tested_at = null from locked
        where d.user_id = locked.user_id and d.device_id = locked.device_id`,
      [batch.map(({ userId }) => userId), batch.map(({ deviceId }) => deviceId)],
    );
  }

  /** Removes the presences of devices that are no longer connected to the node. */
  async removePresent(nodeId: string, batch: DeviceKey[], now: Date): Promise<void> {
    await this.database.query(
      `with gone as (
         delete from presences p using unnest($3::uuid[], $4::uuid[]) as g(user_id, device_id)
          where p.node_id = $1 and p.user_id = g.user_id and p.device_id = g.device_id
         returning p.user_id, p.device_id
       ), locked as (
         select d.user_id, d.device_id from devices d join gone using (user_id, device_id)
          order by d.user_id, d.device_id for update of d
       )
       update devices d set seen_at = $2 from locked
        where d.user_id = locked.user_id and d.device_id = locked.device_id`,
      [nodeId, now, batch.map(({ userId }) => userId), batch.map(({ deviceId }) => deviceId)],
    );
  }
}
