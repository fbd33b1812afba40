import { Injectable } from '@nestjs/common';
import type { MembershipRole } from '../../../contract/http.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { Actor } from '../../auth/actor.js';
import { ConfirmationService } from '../../auth/second-factor/confirmation.service.js';
import { BuildingRepository } from '../building.repository.js';
import { isManager } from '../memberships/membership.entity.js';
import { MembershipRepository } from '../memberships/membership.repository.js';

export interface Inviter {
  buildingId: string;
  userId: string;
  /** Null for an administrator, who needs no membership. */
  membershipId: string | null;
}

/** Lets a building's managers invite, and administrators too, for a first manager. */
@Injectable()
export class InvitersService {
  constructor(
    private readonly buildings: BuildingRepository,
    private readonly memberships: MembershipRepository,
    private readonly confirmation: ConfirmationService,
  ) {}

  /**
   * @throws AppError building.not_a_member, the same for a building that does not exist,
   *   building.manager_required, or, for an administrator, second_factor.set_up_required or
   *   second_factor.confirmation_required
   */
  async require(actor: Actor, buildingId: string): Promise<Inviter> {
    const { userId, roles } = actor;
    const own = await this.memberships.findActive(buildingId, userId);
    if (own && isManager(own)) return { buildingId, userId, membershipId: own.id };
    if (!roles.includes('admin')) {
      throw new AppError(own ? 'building.manager_required' : 'building.not_a_member');
    }
    await this.confirmation.requireForAdministration(actor);
    if (!(await this.buildings.exists(buildingId))) throw new AppError('building.not_a_member');
    return { buildingId, userId, membershipId: null };
  }

  /**
   * @throws AppError as `require`, or second_factor.confirmation_required for an invitation that makes
   *   a manager or comes from an administrator: both open a building
   */
  async requireForNew(actor: Actor, buildingId: string, role?: MembershipRole): Promise<Inviter> {
    const inviter = await this.require(actor, buildingId);
    if (role === 'manager' || inviter.membershipId === null) {
      await this.confirmation.requireRecent(actor);
    }
    return inviter;
  }
}
