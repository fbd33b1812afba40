import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Readiness } from '../../../contract/devices.js';
import type { MemberReadiness } from '../../../contract/http.js';
import { Clock } from '../../../platform/clock.js';
import { NODE_LOST_MS } from './presence.repository.js';

/** A building's homes with an active member, and whose home would hear an alarm. */
export interface BuildingReadiness {
  buildingId: string;
  known: number;
  /** Of each home that is ready, everybody who lives there. */
  ready: string[][];
  /** Different when any of this is. */
  print: string;
}

export interface MemberState {
  readiness: MemberReadiness;
  testedAt: string | null;
}

/** How many homes an alarm would wake now: never one more than is true. */
@Injectable()
export class ReadinessService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * @param known the print of what is known already, by building
   * @returns those buildings about which something else is true now
   */
  read(known: Map<string, string>): Promise<BuildingReadiness[]> {
    return this.database.query<BuildingReadiness[]>(
      `with asked as (
         select * from unnest($1::uuid[], $2::text[]) as a(building_id, print)
       ), homes as (
         select m.building_id, array_agg(m.user_id order by m.user_id) as people,
                bool_or(exists (
                  select 1 from presences p join nodes n on n.id = p.node_id
                   where p.user_id = m.user_id and p.armed and n.alive_at > $3)) as ready
           from memberships m join asked using (building_id)
          where m.status = 'active'
          group by m.building_id, coalesce(m.entrance, ''), m.apartment
       ), told as (
         select building_id, count(*)::int as known,
                coalesce(json_agg(people order by people) filter (where ready), '[]') as ready
           from homes group by building_id
       ), printed as (
         select *, md5(known || ready::text) as print from told
       )
       select p.building_id as "buildingId", p.known, p.ready, p.print
         from printed p join asked a using (building_id) where p.print <> a.print`,
      [[...known.keys()], [...known.values()], this.clock.ago(NODE_LOST_MS)],
    );
  }

  async of(buildingId: string, userId: string): Promise<Readiness> {
    const [found] = await this.read(new Map([[buildingId, '']]));
    return seenBy(userId, found ?? { known: 0, ready: [] });
  }

  /** @returns by person, for the building's managers */
  async ofMembers(buildingId: string): Promise<Map<string, MemberState>> {
    const rows = await this.database.query<
      { userId: string; testedAt: Date | null; ready: boolean }[]
    >(
      `select m.user_id as "userId",
              (select max(d.tested_at) from devices d where d.user_id = m.user_id) as "testedAt",
              exists (select 1 from presences p join nodes n on n.id = p.node_id
                       where p.user_id = m.user_id and p.armed and n.alive_at > $2) as ready
         from memberships m where m.building_id = $1 and m.status <> 'revoked'`,
      [buildingId, this.clock.ago(NODE_LOST_MS)],
    );
    return new Map(
      rows.map(({ userId, testedAt, ready }) => [
        userId,
        {
          readiness: ready ? 'ready' : testedAt ? 'unreachable' : 'untested',
          testedAt: testedAt?.toISOString() ?? null,
        },
      ]),
    );
  }
}

/** Counts only, and once more without the asking person's own home. */
export function seenBy(
  userId: string,
  { known, ready }: Pick<BuildingReadiness, 'known' | 'ready'>,
): Readiness {
  const isOwnReady = ready.some((people) => people.includes(userId));
  return {
    homesKnown: known,
    homesReady: ready.length,
    neighboursKnown: Math.max(known - 1, 0),
    neighboursReady: ready.length - (isOwnReady ? 1 : 0),
  };
}
