import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Actor } from '../auth/actor.js';
import type { MembershipRow } from './buildings.entities.js';
import { MemberRepository } from './memberships/member.repository.js';
import { refusal, type Act, type AdministratorsAct } from './rights.js';

type User = Pick<Actor, 'userId' | 'roles'>;

/**
 * Checks what a user may do in a building. Both checks return the user's membership, or null for an
 * administrator without one. They throw AppError building.not_a_member, the same for a building that
 * does not exist, or building.manager_required.
 */
@Injectable()
export class RightsService {
  constructor(private readonly memberships: MemberRepository) {}

  /** For a read. */
  check(act: AdministratorsAct, buildingId: string, user: User): Promise<MembershipRow | null>;
  check(
    act: Exclude<Act, AdministratorsAct>,
    buildingId: string,
    user: User,
  ): Promise<MembershipRow>;
  check(act: Act, buildingId: string, user: User): Promise<MembershipRow | null> {
    return this.entitled(act, buildingId, user);
  }

  /**
   * For a change: locks the building until the transaction ends. The right is checked before the lock,
   * which no stranger may take, and again under it, because a manager may be removed in the same moment.
   */
  async requireRight(
    tx: Tx,
    act: Act,
    buildingId: string,
    user: User,
  ): Promise<MembershipRow | null> {
    await this.entitled(act, buildingId, user, tx);
    await this.memberships.lockBuilding(tx, buildingId);
    return this.entitled(act, buildingId, user, tx);
  }

  private async entitled(
    act: Act,
    buildingId: string,
    { userId, roles }: User,
    tx?: Tx,
  ): Promise<MembershipRow | null> {
    const membership = await this.memberships.findActive(buildingId, userId, tx);
    const code = refusal(act, membership, roles.includes('admin'));
    if (code) throw new AppError(code);
    return membership && !refusal(act, membership) ? membership : null;
  }
}
