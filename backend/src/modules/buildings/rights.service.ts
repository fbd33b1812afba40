import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Actor } from '../auth/actor.js';
import { BuildingRepository } from './building.repository.js';
import type { MembershipRow } from './buildings.entities.js';
import { refusal, type Right, type AdministratorsRight } from './rights.js';

type User = Pick<Actor, 'userId' | 'roles'>;
type MembersRight = Exclude<Right, AdministratorsRight>;

/**
 * Checks what a user may do in a building. Both checks return the user's membership, or null for an
 * administrator who needs none. They throw AppError building.not_a_member, the same for a building that
 * does not exist, or building.manager_required; building.not_found to an administrator for a closed one.
 */
@Injectable()
export class RightsService {
  constructor(private readonly memberships: BuildingRepository) {}

  /** For a read, and before `requireRight`, so that no stranger takes the lock of a building. */
  check(right: MembersRight, buildingId: string, user: User): Promise<MembershipRow>;
  check(right: Right, buildingId: string, user: User): Promise<MembershipRow | null>;
  check(right: Right, buildingId: string, user: User): Promise<MembershipRow | null> {
    return this.entitled(right, buildingId, user);
  }

  /**
   * For a change: locks the building until the transaction ends, and checks the right again. A manager
   * who was removed in the same moment has passed the check before.
   */
  async requireRight(
    tx: Tx,
    right: Right,
    buildingId: string,
    user: User,
  ): Promise<MembershipRow | null> {
    const building = await this.memberships.lockBuilding(tx, buildingId);
    // A closed building has no members, so this meets administrators alone.
    if (building?.closedAt) throw new AppError('building.not_found');
    return this.entitled(right, buildingId, user, tx);
  }

  private async entitled(
    right: Right,
    buildingId: string,
    { userId, roles }: User,
    tx?: Tx,
  ): Promise<MembershipRow | null> {
    const membership = await this.memberships.findActive(buildingId, userId, tx);
    if (membership && !refusal(right, membership)) return membership;
    const code = refusal(right, membership, roles.includes('admin'));
    if (code) throw new AppError(code);
    return null;
  }
}
