import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DEVICES_PER_USER } from '../../../contract/limits.js';
import type {
  DeviceName,
  PushState,
  PushSubscriptionState,
  SoundState,
} from '../../../contract/devices.js';
import { PROBE_BUILDING_ID } from '../../../platform/probe-building.js';
import type { DeviceKey } from './presence.js';

export interface ListedDevice {
  id: string;
  label: string;
  name: string | null;
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

/** A building's homes with an active member, and those that an alarm would reach. */
export interface BuildingReadiness {
  buildingId: string;
  known: number;
  /** The user ids of each home that is ready. */
  ready: string[][];
  /** The user ids of the managers who do not live in the building. */
  elsewhere: string[];
  /** Changes when any other field does. */
  fingerprint: string;
}

export interface MemberDevices {
  userId: string;
  testedAt: Date | null;
  connected: boolean;
  armed: boolean;
  /** True when one of the devices is armed and tested. */
  ready: boolean;
  /** True when one of these is no phone: a phone closes its pages when its screen is off. */
  readyOnComputer: boolean;
  readyByPush: boolean;
}

/**
 * The devices of users, and the readiness of buildings. A device counts as ready when it would sound and
 * its node was alive after `nodesAliveAfter`, or when its push was tested after `pushTestedAfter` and the
 * subscription lives.
 */
@Injectable()
export class DeviceRepository {
  constructor(private readonly database: DataSource) {}

  /**
   * @param nodesAliveAfter connections to nodes without a heartbeat after this time do not count
   * @returns the connected devices first, then the last seen first
   */
  findAll(userId: string, nodesAliveAfter: Date, limit: number): Promise<ListedDevice[]> {
    return this.database.query<ListedDevice[]>(
      `select d.device_id as id, d.label, d.name, d.sound, d.push, d.seen_at as "seenAt",
              d.tested_at as "testedAt", state.connected, state.armed, s.tested_at as "pushTestedAt",
              case when a.id is null then 'none' when s.dead_at is null then 'live' else 'dead' end
                as "pushSubscription"
         from devices d
         left join push_subscriptions s on s.user_id = d.user_id and s.device_id = d.device_id
         left join auth_sessions a on a.id = s.session_id and a.ended_at is null
         cross join lateral (
           select count(n.id) > 0 as connected, coalesce(bool_or(p.armed and n.id is not null), false) as armed
             from presences p left join nodes n on n.id = p.node_id and n.alive_at > $2
            where p.user_id = d.user_id and p.device_id = d.device_id) state
        where d.user_id = $1 order by state.connected desc, d.seen_at desc, d.device_id limit $3`,
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
   * Removes the devices that are too many of each user, with their presences: first the disconnected ones,
   * those without a live push subscription before the others and the longest unseen first, and then those
   * of `added`.
   * @param added devices that were just saved
   * @returns the removed ones of `added`
   */
  async removeSurplus(added: DeviceKey[], nodesAliveAfter: Date): Promise<DeviceKey[]> {
    const userIds = [...new Set(added.map(({ userId }) => userId))];
    return this.database.transaction(async (tx) => {
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
                                  when exists (
                                    select 1 from push_subscriptions s
                                      join auth_sessions o on o.id = s.session_id
                                     where s.user_id = d.user_id and s.device_id = d.device_id
                                       and s.dead_at is null and o.ended_at is null) then 2
                                  else 3 end, d.seen_at desc, d.device_id) as rank
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
          DEVICES_PER_USER,
        ],
      );
    });
  }

  /**
   * @param name an empty one is no name; undefined leaves the present one
   * @returns the device's name as it now is; nothing when the user has no such device
   */
  async rename(userId: string, deviceId: string, name: string | undefined): Promise<DeviceName[]> {
    const [renamed] = await this.database.query<[DeviceName[]]>(
      `update devices set name = case when $3 then nullif($4, '') else name end
        where user_id = $1 and device_id = $2 returning device_id as id, name`,
      [userId, deviceId, name !== undefined, name ?? ''],
    );
    return renamed;
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

  /**
   * @param fingerprints the last known fingerprints, by building id
   * @returns the buildings whose fingerprint has changed
   */
  findChanged(
    fingerprints: Map<string, string>,
    nodesAliveAfter: Date,
    pushTestedAfter: Date,
  ): Promise<BuildingReadiness[]> {
    return this.database.query<BuildingReadiness[]>(
      `with known as (
         select * from unnest($1::uuid[], $2::text[]) as a(building_id, fingerprint)
       ), homes as (
         select m.building_id, array_agg(m.user_id order by m.user_id) as user_ids,
                bool_or(exists (
                  select 1 from presences p join nodes n on n.id = p.node_id
                   where p.user_id = m.user_id and p.armed and n.alive_at > $3)
                  or exists (
                  select 1 from push_subscriptions s
                    join auth_sessions a on a.id = s.session_id and a.ended_at is null
                   where s.user_id = m.user_id and s.dead_at is null and s.tested_at >= $4)) as ready
           from memberships m join known using (building_id)
          where m.status = 'active' and m.home is not null
          group by m.building_id, m.home
       ), counted as (
         select building_id, count(homes.building_id)::int as known,
                coalesce(json_agg(user_ids order by user_ids) filter (where ready), '[]') as ready
           from known left join homes using (building_id) group by building_id
       ), compared as (
         select c.*, elsewhere.ids, md5(known || ready::text || elsewhere.ids::text) as fingerprint
           from counted c cross join lateral (
             select coalesce(json_agg(user_id order by user_id), '[]') as ids from memberships m
              where m.building_id = c.building_id and m.status = 'active' and m.home is null
           ) elsewhere
       )
       select c.building_id as "buildingId", c.known, c.ready, c.ids as elsewhere, c.fingerprint
         from compared c join known k using (building_id) where c.fingerprint <> k.fingerprint`,
      [[...fingerprints.keys()], [...fingerprints.values()], nodesAliveAfter, pushTestedAfter],
    );
  }

  /** Counts the homes of all buildings. */
  async countHomes(
    nodesAliveAfter: Date,
    pushTestedAfter: Date,
  ): Promise<{ known: number; ready: number }> {
    const [count] = await this.database.query<{ known: number; ready: number }[]>(
      `with reached as (
         select p.user_id from presences p join nodes n on n.id = p.node_id
          where p.armed and n.alive_at > $1
         union
         select s.user_id from push_subscriptions s
           join auth_sessions a on a.id = s.session_id and a.ended_at is null
          where s.dead_at is null and s.tested_at >= $2
       ), homes as (
         select bool_or(r.user_id is not null) as ready
           from memberships m left join reached r on r.user_id = m.user_id
          where m.status = 'active' and m.home is not null and m.building_id <> $3
          group by m.building_id, m.home
       ) select count(*)::int as known, count(*) filter (where ready)::int as ready from homes`,
      [nodesAliveAfter, pushTestedAfter, PROBE_BUILDING_ID],
    );
    return count ?? { known: 0, ready: 0 };
  }

  /** @returns the pending and active members */
  findMembers(
    buildingId: string,
    nodesAliveAfter: Date,
    testedAfter: Date,
    pushTestedAfter: Date,
  ): Promise<MemberDevices[]> {
    return this.database.query<MemberDevices[]>(
      `select m.user_id as "userId", state.*
         from memberships m
         cross join lateral (
           select max(d.tested_at) as "testedAt", count(n.id) > 0 as connected,
                  coalesce(bool_or(p.armed and n.id is not null), false) as armed,
                  coalesce(bool_or(p.armed and n.id is not null and d.tested_at >= $3), false) as ready,
                  coalesce(bool_or(p.armed and n.id is not null and d.tested_at >= $3
                                   and d.label !~ '(Android|iPhone|iPad)$'), false)
                    as "readyOnComputer",
                  coalesce(bool_or(a.id is not null), false) as "readyByPush"
             from devices d
             left join push_subscriptions s on s.user_id = d.user_id and s.device_id = d.device_id
              and s.dead_at is null and s.tested_at >= $4
             left join auth_sessions a on a.id = s.session_id and a.ended_at is null
             left join presences p on p.user_id = d.user_id and p.device_id = d.device_id
             left join nodes n on n.id = p.node_id and n.alive_at > $2
            where d.user_id = m.user_id) state
        where m.building_id = $1 and m.status <> 'revoked'`,
      [buildingId, nodesAliveAfter, testedAfter, pushTestedAfter],
    );
  }
}
