import { Injectable } from '@nestjs/common';
import { DataSource, Not } from 'typeorm';
import type { Tx } from '../../../platform/database/transactions.js';
import { Membership } from './membership.entity.js';

/** The memberships of a user. */
@Injectable()
export class OwnMembershipRepository {
  constructor(private readonly database: DataSource) {}

  /** @returns the pending and active memberships with their buildings, oldest first */
  findAll(userId: string): Promise<Membership[]> {
    return this.database.getRepository(Membership).find({
      where: [
        { userId, status: 'active' },
        { userId, status: 'pending' },
      ],
      relations: { building: true },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  /** @returns the ids of all memberships, also of revoked ones */
  async findIds(userId: string): Promise<string[]> {
    const all = await this.database.getRepository(Membership).findBy({ userId });
    return all.map(({ id }) => id);
  }

  /** @returns the number of memberships, also of revoked ones */
  count(tx: Tx, userId: string): Promise<number> {
    return tx.countBy(Membership, { userId });
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
  findCurrent(tx: Tx, userId: string): Promise<Membership[]> {
    return tx.find(Membership, {
      where: { userId, status: Not('revoked') },
      order: { buildingId: 'ASC' },
    });
  }

  findWithBuilding(tx: Tx, userId: string, id: string): Promise<Membership | null> {
    return tx.findOne(Membership, {
      where: { id, userId, status: Not('revoked') },
      relations: { building: true },
    });
  }
}
