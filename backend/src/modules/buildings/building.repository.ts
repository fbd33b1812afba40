import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import type { Tx } from '../../platform/database/transactions.js';
import { writeUnlessDuplicate } from '../../platform/database/database-errors.js';
import {
  BuildingRow,
  MembershipRow,
  type HomeChange,
  type MembershipWithBuilding,
} from './buildings.entities.js';

/** The buildings, their members, and the changes of members' homes. */
@Injectable()
export class BuildingRepository {
  constructor(private readonly database: DataSource) {}

  async insertBuilding(tx: Tx, building: BuildingRow): Promise<void> {
    await tx.insert(BuildingRow, building);
  }

  /** @throws when there is no such building */
  getBuilding(id: string, tx: Tx = this.database.manager): Promise<BuildingRow> {
    return tx.findOneByOrFail(BuildingRow, { id });
  }

  buildingExists(id: string): Promise<boolean> {
    return this.database.getRepository(BuildingRow).existsBy({ id });
  }

  findOpenDemo(): Promise<BuildingRow | null> {
    return this.database
      .getRepository(BuildingRow)
      .findOneBy({ openDemo: true, closedAt: IsNull() });
  }

  findActive(
    buildingId: string,
    userId: string,
    tx: Tx = this.database.manager,
  ): Promise<MembershipRow | null> {
    return tx.findOneBy(MembershipRow, { buildingId, userId, status: 'active' });
  }

  findActiveById(buildingId: string, id: string): Promise<MembershipRow | null> {
    return this.database
      .getRepository(MembershipRow)
      .findOneBy({ id, buildingId, status: 'active' });
  }

  /** @returns the pending members before the active ones, each by apartment */
  findAllOf(buildingId: string): Promise<MembershipRow[]> {
    return this.database.getRepository(MembershipRow).find({
      where: { buildingId, status: Not('revoked') },
      order: { status: 'DESC', apartment: 'ASC', name: 'ASC' },
    });
  }

  find(tx: Tx, buildingId: string, id: string): Promise<MembershipRow | null> {
    return tx.findOneBy(MembershipRow, { id, buildingId });
  }

  /** @returns the user's membership in the building, also a revoked one */
  lock(tx: Tx, buildingId: string, userId: string): Promise<MembershipRow | null> {
    return tx.findOne(MembershipRow, {
      where: { userId, buildingId },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /**
   * Changes of a building's memberships run one after the other. Without this lock two managers could
   * leave at once, and a change could write back a status that another one has replaced. The lock
   * does not conflict with the foreign keys of new rows. Who locks users as well locks all buildings
   * first, in the order of their ids.
   */
  lockBuilding(tx: Tx, buildingId: string): Promise<BuildingRow | null> {
    return tx.findOne(BuildingRow, {
      where: { id: buildingId },
      lock: { mode: 'for_no_key_update' },
    });
  }

  /** @returns the active members, without the one with the id `exceptId` */
  findOthers(tx: Tx, buildingId: string, exceptId: string): Promise<MembershipRow[]> {
    return tx.findBy(MembershipRow, { buildingId, status: 'active', id: Not(exceptId) });
  }

  async changeBuilding(
    tx: Tx,
    id: string,
    change: Partial<Pick<BuildingRow, 'name' | 'address' | 'rescueNote'>>,
  ): Promise<void> {
    await tx.update(BuildingRow, id, change);
  }

  async setReminded(tx: Tx, id: string, remindedAt: Date): Promise<void> {
    await tx.update(MembershipRow, id, { remindedAt });
  }

  /** @returns whether a push service would take a push for one of the user's devices */
  async hasPush(tx: Tx, userId: string): Promise<boolean> {
    const [row] = await tx.query<{ has: boolean }[]>(
      `select exists (
         select 1 from push_subscriptions s
           join auth_sessions a on a.id = s.session_id and a.ended_at is null
          where s.user_id = $1 and s.dead_at is null) as has`,
      [userId],
    );
    return row?.has === true;
  }

  /** @returns the user ids of the building's managers */
  async findManagers(tx: Tx, buildingId: string): Promise<string[]> {
    const rows = await tx.findBy(MembershipRow, { buildingId, role: 'manager', status: 'active' });
    return rows.map(({ userId }) => userId);
  }

  /** @returns when the user last tested a device */
  async findLastTest(userId: string): Promise<Date | null> {
    const [row] = await this.database.query<{ at: Date | null }[]>(
      'select max(tested_at) as at from devices where user_id = $1',
      [userId],
    );
    return row?.at ?? null;
  }

  /** @returns the number of members of each building who wait to be let in or to move, where some do */
  async countsWaiting(buildingIds: string[]): Promise<Map<string, number>> {
    const rows = await this.database.query<{ id: string; count: number }[]>(
      `select building_id as id, count(*)::int as count from memberships
        where building_id = any($1)
          and (status = 'pending' or status = 'active' and requested_apartment is not null)
        group by building_id`,
      [buildingIds],
    );
    return new Map(rows.map(({ id, count }) => [id, count]));
  }

  /** @returns the number of members who wait to be let in */
  countWaiting(tx: Tx, buildingId: string): Promise<number> {
    return tx.countBy(MembershipRow, { buildingId, status: 'pending' });
  }

  /** @returns the number of members who wait to move */
  countMoving(tx: Tx, buildingId: string): Promise<number> {
    const requestedApartment = Not(IsNull());
    return tx.countBy(MembershipRow, { buildingId, status: 'active', requestedApartment });
  }

  /**
   * Leaves out refusals, which only the audit log tells from removals.
   * @returns the number of members whom a manager has removed since then
   */
  async countRemoved(tx: Tx, buildingId: string, since: Date): Promise<number> {
    const [row] = await tx.query<{ count: number }[]>(
      `select count(*)::int as count from memberships m
        where m.building_id = $1 and m.ended_at > $2 and m.ended_by is not null
          and not exists (
            select 1 from audit_log l
             where l.building_id = m.building_id and l.subject_id = m.id and l.at >= m.ended_at
               and l.action = 'membership.changed' and l.details ? 'refused')`,
      [buildingId, since],
    );
    return row?.count ?? 0;
  }

  /**
   * Counts in the audit log, which also has the changes that only request a home. Those of one's own name or
   * home have no other details. Those by joining or as a manager have.
   * @param by.isOwn true for changes of one's own name or home, and departures; false for a manager's, without
   *   answers to requested homes
   * @returns when the actor made the first of the last `count` changes of the membership; undefined when
   *   there were fewer since then
   */
  async findChange(
    tx: Tx,
    { id, buildingId }: MembershipRow,
    by: { actorId: string; isOwn: boolean },
    since: Date,
    count: number,
  ): Promise<Date | undefined> {
    const [row] = await tx.query<{ at: Date }[]>(
      `select at from audit_log
        where building_id = $1 and at > $2 and action not like 'alarm.%'
          and subject_id = $3 and actor_id = $4
          and action in ('membership.left', 'membership.changed')
          and (details - array['homeChange', 'homeConfirmed'] = '{}') = $5
        order by at desc offset $6 limit 1`,
      [buildingId, since, id, by.actorId, by.isOwn, count - 1],
    );
    return row?.at;
  }

  save(tx: Tx, membership: MembershipRow): Promise<MembershipRow> {
    return tx.save(tx.create(MembershipRow, membership));
  }

  /** @returns false when the user has become a member of the building in the meantime */
  saveUnlessDuplicate(tx: Tx, membership: MembershipRow): Promise<boolean> {
    return writeUnlessDuplicate(this.save(tx, membership));
  }

  /** Records that the member left. */
  async revoke(tx: Tx, id: string, endedAt: Date): Promise<void> {
    await tx.update(MembershipRow, id, { status: 'revoked', endedAt, endedBy: null });
  }

  /** @returns whether the user is a member, also pending, where `managerId` is not a manager */
  async belongsBeyond(tx: Tx, userId: string, managerId: string): Promise<boolean> {
    const [row] = await tx.query<{ beyond: boolean }[]>(
      `select exists (
         select 1 from memberships theirs
          where theirs.user_id = $1 and theirs.status <> 'revoked'
            and not exists (
              select 1 from memberships own
               where own.user_id = $2 and own.building_id = theirs.building_id
                 and own.role = 'manager' and own.status = 'active')) as beyond`,
      [userId, managerId],
    );
    return row?.beyond === true;
  }

  /** @returns the pending and active memberships with their buildings, oldest first */
  findAllFor(userId: string): Promise<MembershipWithBuilding[]> {
    return this.database.getRepository(MembershipRow).find({
      where: { userId, status: Not('revoked') },
      relations: { building: true },
      order: { createdAt: 'ASC', id: 'ASC' },
    }) as Promise<MembershipWithBuilding[]>;
  }

  /** @returns the ids of all memberships, also of revoked ones */
  async findIds(userId: string): Promise<string[]> {
    const all = await this.database.getRepository(MembershipRow).findBy({ userId });
    return all.map(({ id }) => id);
  }

  /** @returns the number of memberships, also of revoked ones */
  count(tx: Tx, userId: string): Promise<number> {
    return tx.countBy(MembershipRow, { userId });
  }

  /** @returns the manager's name in a building that both are members of */
  async findNameOfManager(userId: string, managerId: string): Promise<string | undefined> {
    const [row] = await this.database.query<{ name: string }[]>(
      `select theirs.name from memberships own
         join memberships theirs on theirs.building_id = own.building_id
        where own.user_id = $1 and own.status = 'active' and theirs.user_id = $2
          and theirs.role = 'manager' and theirs.status = 'active'
        order by own.created_at, own.id limit 1`,
      [userId, managerId],
    );
    return row?.name;
  }

  /** @returns the pending and active memberships, in the order in which their buildings are locked */
  findCurrent(tx: Tx, userId: string): Promise<MembershipRow[]> {
    return tx.find(MembershipRow, {
      where: { userId, status: Not('revoked') },
      order: { buildingId: 'ASC' },
    });
  }

  findWithBuilding(tx: Tx, userId: string, id: string): Promise<MembershipWithBuilding | null> {
    return tx.findOne(MembershipRow, {
      where: { id, userId, status: Not('revoked') },
      relations: { building: true },
    }) as Promise<MembershipWithBuilding | null>;
  }

  /** @returns whether the member is the sender of an active alarm in the building */
  async isSending(tx: Tx, { id, buildingId }: MembershipRow, now: Date): Promise<boolean> {
    const rows = await tx.query<object[]>(
      `select 1 from alarms
        where building_id = $1 and status = 'active' and expires_at > $3 and sender_id = $2 limit 1`,
      [buildingId, id, now],
    );
    return rows.length > 0;
  }

  async insertHomeChange(tx: Tx, change: HomeChange): Promise<void> {
    const { id, membershipId, changedBy, at, before, after } = change;
    await tx.query(
      `insert into home_changes (id, membership_id, changed_by, at, before, after)
       values ($1, $2, $3, $4, $5, $6)`,
      [id, membershipId, changedBy, at, before, after],
    );
  }
}
