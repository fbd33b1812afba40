import type { DataSource } from 'typeorm';
import type { PushState, SoundState } from '../../../contract/devices.js';

/** A node that was silent for so long is gone, and its devices with it. */
export const NODE_LOST_MS = 10_000;

/** What one node knows of a person's device. */
export interface Present {
  userId: string;
  deviceId: string;
  label: string;
  sound: SoundState;
  push: PushState;
  armed: boolean;
  /** Set when its person has just said that it was heard. */
  testedAt?: Date;
}

export interface Kept {
  userId: string;
  deviceId: string;
  testedAt: Date | null;
}

/** @returns true when nothing is known of the node's devices: it is new, or was taken for dead */
export async function beat(database: DataSource, nodeId: string, now: Date): Promise<boolean> {
  const [row] = await database.query<{ isNew: boolean }[]>(
    `insert into nodes (id, alive_at) values ($1, $2)
     on conflict (id) do update set alive_at = excluded.alive_at
     returning xmax = 0 as "isNew"`,
    [nodeId, now],
  );
  return row?.isNew ?? true;
}

/** Rows of the dead would only be read over; they go with their presences. */
export async function bury(database: DataSource, diedBefore: Date): Promise<void> {
  await database.query('delete from nodes where alive_at < $1', [diedBefore]);
}

/** Writes what these devices are now. In the order of their keys, or two nodes might block each other. */
export async function keepPresent(
  database: DataSource,
  nodeId: string,
  batch: Present[],
  now: Date,
): Promise<Kept[]> {
  return database.query<Kept[]>(
    `with given as (
       select g.* from unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[],
                              $8::boolean[], $9::timestamptz[])
           as g(user_id, device_id, label, sound, push, armed, tested_at)
         join users u on u.id = g.user_id
        order by g.user_id, g.device_id
     ), here as (
       insert into presences (node_id, user_id, device_id, armed)
       select $1, user_id, device_id, armed from given
       on conflict (node_id, user_id, device_id) do update set armed = excluded.armed
     )
     insert into devices as d (user_id, device_id, label, sound, push, seen_at, tested_at)
     select user_id, device_id, label, sound, push, $2, tested_at from given
     on conflict (user_id, device_id) do update
        set label = excluded.label, sound = excluded.sound, push = excluded.push,
            seen_at = excluded.seen_at, tested_at = coalesce(excluded.tested_at, d.tested_at)
     returning user_id as "userId", device_id as "deviceId", tested_at as "testedAt"`,
    [
      nodeId,
      now,
      batch.map(({ userId }) => userId),
      batch.map(({ deviceId }) => deviceId),
      batch.map(({ label }) => label),
      batch.map(({ sound }) => sound),
      batch.map(({ push }) => push),
      batch.map(({ armed }) => armed),
      batch.map(({ testedAt }) => testedAt ?? null),
    ],
  );
}

/** These devices have no connection to the node any more. */
export async function keepGone(
  database: DataSource,
  nodeId: string,
  batch: { userId: string; deviceId: string }[],
  now: Date,
): Promise<void> {
  await database.query(
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
