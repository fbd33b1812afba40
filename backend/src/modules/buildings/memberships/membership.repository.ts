import { Injectable } from '@nestjs/common';
import { DataSource, Not } from 'typeorm';
import type { Tx } from '../../../platform/database/transactions.js';
import { writeUnlessDuplicate } from '../../../platform/database/unique-violation.js';
import { Building } from '../building.entity.js';
import { Membership } from './membership.entity.js';

/** The memberships of a building. */
@Injectable()
export class MembershipRepository {
  constructor(private readonly database: DataSource) {}

  findActive(buildingId: string, userId: string): Promise<Membership | null> {
    return this.database
      .getRepository(Membership)
      .findOneBy({ buildingId, userId, status: 'active' });
  }

  findActiveById(buildingId: string, id: string): Promise<Membership | null> {
    return this.database.getRepository(Membership).findOneBy({ id, buildingId, status: 'active' });
  }

  /** @returns the pending members before the active ones, each by apartment */
  findAllOf(buildingId: string): Promise<Membership[]> {
    return this.database.getRepository(Membership).find({
      where: { buildingId, status: Not('revoked') },
      order: { status: 'DESC', apartment: 'ASC', name: 'ASC' },
    });
  }

  find(tx: Tx, buildingId: string, id: string): Promise<Membership | null> {
    return tx.findOneBy(Membership, { id, buildingId });
  }

  /** @returns the user's membership in the building, also a revoked one */
  lock(tx: Tx, buildingId: string, userId: string): Promise<Membership | null> {
    return tx.findOne(Membership, {
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
  async lockBuilding(tx: Tx, buildingId: string): Promise<void> {
    await tx.findOne(Building, {
      where: { id: buildingId },
      lock: { mode: 'for_no_key_update' },
    });
  }

  /** @returns whether the user is a manager now; for a right that was checked before the lock */
  isManager(tx: Tx, buildingId: string, userId: string): Promise<boolean> {
    return tx.existsBy(Membership, { buildingId, userId, status: 'active', role: 'manager' });
  }

  /** @returns the active members, without the one with the id `exceptId` */
  findOthers(tx: Tx, buildingId: string, exceptId: string): Promise<Membership[]> {
    return tx.findBy(Membership, { buildingId, status: 'active', id: Not(exceptId) });
  }

  save(tx: Tx, membership: Membership): Promise<Membership> {
    return tx.save(tx.create(Membership, membership));
  }

  /** @returns false when the user has become a member of the building in the meantime */
  saveUnlessDuplicate(tx: Tx, membership: Membership): Promise<boolean> {
    return writeUnlessDuplicate(this.save(tx, membership));
  }

  /** Records that the member left. */
  async revoke(tx: Tx, id: string, endedAt: Date): Promise<void> {
    await tx.update(Membership, id, { status: 'revoked', endedAt, endedBy: null });
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
}
