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

/** A home as the columns of a statement: an entrance that is missing is an empty text. */
const columnsOf = (homes: Home[]): [string[], string[]] => [
  homes.map(({ entrance = '' }) => entrance),
  homes.map(({ apartment }) => apartment),
];

/** The list of a building's homes. It belongs to the building and says nothing about its members. */
@Injectable()
export class HomeRepository {
  constructor(private readonly database: DataSource) {}

  /** @returns the homes of the list, in no order */
  async list(buildingId: string, tx: Tx = this.database.manager): Promise<Home[]> {
    const rows = await tx.query<HomeColumns[]>(
      `select nullif(entrance, '') as entrance, apartment from homes where building_id = $1`,
      [buildingId],
    );
    return rows.map(homeOf);
  }

  /** @returns the homes of the list and the homes of active members that are not in it, in no order */
  async findAll(buildingId: string): Promise<ListedHome[]> {
    const rows = await this.database.query<(HomeColumns & { listed: boolean })[]>(
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

  /** @returns the keys of the homes in which somebody lives or waits to be approved */
  async keysInUse(tx: Tx, buildingId: string): Promise<string[]> {
    const rows = await tx.query<{ home: string }[]>(
      `select distinct home from memberships
        where building_id = $1 and status <> 'revoked' and home is not null`,
      [buildingId],
    );
    return rows.map(({ home }) => home);
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
         update invitations i set ended_at = $4 from gone
          where i.building_id = $1 and i.ended_at is null and i.apartment = gone.apartment
            and entrance_key(i.entrance) = entrance_key(gone.entrance)
       )
       delete from homes h using gone
        where h.building_id = $1 and h.entrance = gone.entrance and h.apartment = gone.apartment`,
      [buildingId, ...columnsOf(homes), now],
    );
  }
}
