import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A building's homes with an active member, and those that an alarm would reach. */
export interface BuildingReadiness {
  buildingId: string;
  known: number;
  /** The user ids of each home that is ready. */
  ready: string[][];
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
  readyByPush: boolean;
}

/**
 * A device counts as ready when it would sound and its node was alive after `nodesAliveAfter`, or when
 * its push was tested after `pushTestedAfter` and the subscription lives.
 */
@Injectable()
export class ReadinessRepository {
  constructor(private readonly database: DataSource) {}

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
      `with asked as (
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
           from memberships m join asked using (building_id)
          where m.status = 'active'
          group by m.building_id, coalesce(m.entrance, ''), m.apartment
       ), counted as (
         select building_id, count(*)::int as known,
                coalesce(json_agg(user_ids order by user_ids) filter (where ready), '[]') as ready
           from homes group by building_id
       ), compared as (
         select *, md5(known || ready::text) as fingerprint from counted
       )
       select c.building_id as "buildingId", c.known, c.ready, c.fingerprint
         from compared c join asked a using (building_id) where c.fingerprint <> a.fingerprint`,
      [[...fingerprints.keys()], [...fingerprints.values()], nodesAliveAfter, pushTestedAfter],
    );
  }

  /** @returns the pending and active members */
  findMembers(
    buildingId: string,
    nodesAliveAfter: Date,
    testedAfter: Date,
    pushTestedAfter: Date,
  ): Promise<MemberDevices[]> {
    return this.database.query<MemberDevices[]>(
      `select m.user_id as "userId", here.*
         from memberships m
         cross join lateral (
           select max(d.tested_at) as "testedAt", count(n.id) > 0 as connected,
                  coalesce(bool_or(p.armed and n.id is not null), false) as armed,
                  coalesce(bool_or(p.armed and n.id is not null and d.tested_at >= $3), false) as ready,
                  coalesce(bool_or(a.id is not null), false) as "readyByPush"
             from devices d
             left join push_subscriptions s on s.user_id = d.user_id and s.device_id = d.device_id
              and s.dead_at is null and s.tested_at >= $4
             left join auth_sessions a on a.id = s.session_id and a.ended_at is null
             left join presences p on p.user_id = d.user_id and p.device_id = d.device_id
             left join nodes n on n.id = p.node_id and n.alive_at > $2
            where d.user_id = m.user_id) here
        where m.building_id = $1 and m.status <> 'revoked'`,
      [buildingId, nodesAliveAfter, testedAfter, pushTestedAfter],
    );
  }
}
