import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Home } from '../../../contract/alarm.js';
import type { ListedHome } from '../../../contract/http.js';
import type { Tx } from '../../../platform/database/transactions.js';

interface HomeColumns {
  entrance: string | null;
  apartment: string;
}

const homeOf = ({ entrance, apartment }: HomeColumns): Home => ({
  ...(entrance !== null && { entrance }),
  apartment,
});

/** Homes as the columns of a statement: an entrance that is missing is an empty text. */
export const columnsOf = (homes: Home[]): [string[], string[]] => [
  homes.map(({ entrance = '' }) => entrance),
  homes.map(({ apartment }) => apartment),
];

/** The list of a building's homes. It belongs to the building and says nothing about its members. */
@Injectable()
export class HomeRepository {
  constructor(private readonly database: DataSource) {}

  /** @returns the homes of the list and the homes of active members that are not in it, in no order */
  async findAll(buildingId: string, tx: Tx = this.database.manager): Promise<ListedHome[]> {
    const rows = await tx.query<(HomeColumns & { listed: boolean })[]>(
      `select nullif(entrance, '') as entrance, apartment, true as listed from homes
        where building_id = $1
        union all
       select min(m.entrance), m.apartment, false from memberships m
        where m.building_id = $1 and m.status = 'active' and m.home is not null
          and not exists (select from homes h where h.building_id = $1 and h.home = m.home)
        group by m.home, m.apartment`,
      [buildingId],
    );
    return rows.map((row) => ({ ...homeOf(row), listed: row.listed }));
  }

  /** @returns the homes with an open personal invitation, and when the newest of these ends */
  async findInvited(buildingId: string, now: Date): Promise<(Home & { until: Date })[]> {
    const rows = await this.database.query<(HomeColumns & { until: Date })[]>(
      `select entrance, apartment, max(expires_at) as until from invitations
        where building_id = $1 and kind = 'personal' and apartment is not null
          and ended_at is null and expires_at > $2
        group by entrance, apartment`,
      [buildingId, now],
    );
    return rows.map((row) => ({ ...homeOf(row), until: row.until }));
  }

  /** @returns the homes of the list that no active member is with, in order */
  async findOutside(buildingId: string): Promise<Home[]> {
    const rows = await this.database.query<HomeColumns[]>(
      `select nullif(h.entrance, '') as entrance, h.apartment from homes h
        where h.building_id = $1 and not exists (
          select from memberships m
           where m.building_id = h.building_id and m.status = 'active' and m.home = h.home)
        order by h.entrance, h.apartment`,
      [buildingId],
    );
    return rows.map(homeOf);
  }

  /** @returns the number of the homes that `findAll` returns */
  async count(buildingId: string): Promise<number> {
    const [row] = await this.database.query<{ count: number }[]>(
      `select count(*)::int as count from (
         select home from homes where building_id = $1
          union
         select home from memberships
          where building_id = $1 and status = 'active' and home is not null) of`,
      [buildingId],
    );
    return row?.count ?? 0;
  }

  /** @returns whether somebody lives, or waits to be approved, in one of these homes of the list */
  async isAnyInUse(tx: Tx, buildingId: string, homes: Home[]): Promise<boolean> {
    const [row] = await tx.query<{ isAny: boolean }[]>(
      `select exists (
         select from unnest($2::text[], $3::text[]) as g(entrance, apartment)
           join homes h on h.building_id = $1 and h.entrance = g.entrance
            and h.apartment = g.apartment
           join memberships m on m.building_id = $1 and m.home = h.home and m.status <> 'revoked'
       ) as "isAny"`,
      [buildingId, ...columnsOf(homes)],
    );
    return row?.isAny === true;
  }

  async add(tx: Tx, buildingId: string, homes: Home[]): Promise<void> {
    await tx.query(
      `insert into homes (building_id, entrance, apartment)
       select $1, entrance, apartment from unnest($2::text[], $3::text[]) as h(entrance, apartment)`,
      [buildingId, ...columnsOf(homes)],
    );
  }

  /** Takes the homes off the list, and ends the open invitations to them. */
  async remove(tx: Tx, buildingId: string, homes: Home[], now: Date): Promise<void> {
    await tx.query(
      `with gone as (
         select * from unnest($2::text[], $3::text[]) as g(entrance, apartment)
       ), ended as (
         update invitations i set ended_at = $4 from gone, single_entrance($1) as single
          where i.building_id = $1 and i.ended_at is null and i.apartment = gone.apartment
            and entrance_key(i.entrance, single) = entrance_key(gone.entrance, single)
       )
       delete from homes h using gone
        where h.building_id = $1 and h.entrance = gone.entrance and h.apartment = gone.apartment`,
      [buildingId, ...columnsOf(homes), now],
    );
  }
}
