import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AdministeredBuilding } from '../../../contract/http.js';
import { COUNTS } from '../../../contract/limits.js';
import type { Tx } from '../../../platform/database/transactions.js';
import { readPageCursor } from '../../../platform/input.js';
import { PROBE_BUILDING_ID } from '../../../platform/probe-building.js';

type CountedBuilding = Omit<AdministeredBuilding, 'homesReady' | 'createdAt' | 'exercisedAt'> & {
  createdAt: Date;
  exercisedAt: Date | null;
};

interface Membership {
  userId: string;
  wasActive: boolean;
}

/** Reads all buildings with counts, and closes one. */
@Injectable()
export class AdministrationRepository {
  constructor(private readonly database: DataSource) {}

  /**
   * @param query `before` is the cursor of the previous page; `q` a part of a name or an address
   * @returns the open buildings, newest first, and one more than a page has when there are more
   */
  page({ before, q = '' }: { before?: string; q?: string }): Promise<CountedBuilding[]> {
    const cursor = readPageCursor(before);
    return this.database.query(
      `with page as (
         select * from buildings
          where closed_at is null and id <> $5
            and ($1::timestamptz is null or (created_at, id) < ($1::timestamptz, $2::uuid))
            and (strpos(lower(name), lower($3)) > 0 or strpos(lower(address), lower($3)) > 0)
          order by created_at desc, id desc limit $4
       )
       select p.id, p.name, p.address, p.created_at as "createdAt", m.members, m.managers,
              (select count(*)::int from (
                 select home from homes where building_id = p.id
                  union
                 select home from memberships
                  where building_id = p.id and status = 'active' and home is not null) h) as homes,
              (select max(raised_at) from alarms
                where building_id = p.id and exercise) as "exercisedAt",
              exists (select from buildings o
                       where o.id <> p.id and o.closed_at is null
                         and lower(o.address) = lower(p.address)) as "sharesAddress"
         from page p cross join lateral (
           select count(*)::int as members,
                  count(*) filter (where role = 'manager')::int as managers
             from memberships where building_id = p.id and status = 'active') m
        order by p.created_at desc, p.id desc`,
      [cursor.at, cursor.id, q, COUNTS.buildingsPerPage + 1, PROBE_BUILDING_ID],
    );
  }

  /**
   * Holds back presses until the transaction ends. One that was decided on the members of before is decided
   * again afterwards, because the version of the building's stream has changed.
   * @returns whether an alarm is active
   */
  async holdPresses(tx: Tx, buildingId: string, now: Date): Promise<boolean> {
    await tx.query(
      `insert into building_streams (building_id, epoch, lineage)
       values ($1, gen_random_uuid(),
               coalesce(database_lineage() || '/' || pg_current_xact_id()::xid, ''))
       on conflict (building_id) do update set head = building_streams.head`,
      [buildingId],
    );
    const [row] = await tx.query<{ isActive: boolean }[]>(
      `select exists (
         select from alarms
          where building_id = $1 and status = 'active' and expires_at > $2) as "isActive"`,
      [buildingId, now],
    );
    return row?.isActive === true;
  }

  /**
   * Records that the building is closed, and ends its memberships and invitations.
   * @returns those who were members or waited, by user id
   */
  async close(tx: Tx, buildingId: string, closedBy: string, now: Date): Promise<Membership[]> {
    const values = [buildingId, now];
    await tx.query('update buildings set closed_at = $2 where id = $1', values);
    await tx.query(
      'update invitations set ended_at = $2 where building_id = $1 and ended_at is null',
      values,
    );
    return tx.query<Membership[]>(
      `with ended as (
         select id, user_id, status = 'active' as active from memberships
          where building_id = $1 and status <> 'revoked'
       ), saved as (
         update memberships m set status = 'revoked', ended_at = $2, ended_by = $3
           from ended where m.id = ended.id
       )
       select user_id as "userId", active as "wasActive" from ended order by user_id`,
      [...values, closedBy],
    );
  }
}
