import { Injectable } from '@nestjs/common';
import type { Membership as MembershipView } from '../../../contract/http.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import { Transactions, type Tx } from '../../../platform/database/transactions.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { AuditService } from '../../audit/audit.service.js';
import { ResetLinksService } from '../../auth/passwords/reset-links.service.js';
import { InvitationRepository } from '../invitations/invitation.repository.js';
import { isManager, type Membership, type MembershipWithBuilding } from './membership.entity.js';
import { MembershipRepository } from './membership.repository.js';
import { membershipView } from './membership-views.js';
import { OwnMembershipRepository } from './own-membership.repository.js';

/** Lists and ends a user's own memberships. */
@Injectable()
export class OwnMembershipsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly memberships: MembershipRepository,
    private readonly ownMemberships: OwnMembershipRepository,
    private readonly invitations: InvitationRepository,
    private readonly clock: Clock,
    private readonly signals: ChangeSignals,
    private readonly resetLinks: ResetLinksService,
    private readonly audit: AuditService,
  ) {}

  /** @returns the pending and active memberships, oldest first */
  async list(userId: string): Promise<MembershipView[]> {
    const rows = await this.ownMemberships.findAll(userId);
    return rows.flatMap((row) => (row.building ? [membershipView(row, row.building)] : []));
  }

  /** @throws AppError membership.not_found or building.last_manager */
  async leave(userId: string, id: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.end(tx, await this.findLocked(tx, userId, id));
    });
    this.signals.publish('person', userId);
  }

  /**
   * Ends every membership of a user who closes the account.
   * @throws AppError building.last_manager; the caller's transaction must then roll back
   */
  async leaveAll(tx: Tx, userId: string): Promise<void> {
    const all = await this.ownMemberships.findCurrent(tx, userId);
    // Each end locks the user, and buildings are locked before users.
    for (const { buildingId } of all) await this.memberships.lockBuilding(tx, buildingId);
    for (const { id } of all) await this.end(tx, await this.findLocked(tx, userId, id));
  }

  /** @returns the manager's name, as the user's neighbour */
  nameOfManager(userId: string, managerId: string): Promise<string | undefined> {
    return this.ownMemberships.findNameOfManager(userId, managerId);
  }

  /** @returns the ids of all current and former memberships */
  idsOf(userId: string): Promise<string[]> {
    return this.ownMemberships.findIds(userId);
  }

  /**
   * Reads the membership again under its building's lock.
   * @throws AppError membership.not_found, the same for another user's membership
   */
  async findLocked(tx: Tx, userId: string, id: string): Promise<MembershipWithBuilding> {
    const known = await this.ownMemberships.findWithBuilding(tx, userId, id);
    if (known) await this.memberships.lockBuilding(tx, known.buildingId);
    const current = known && (await this.ownMemberships.findWithBuilding(tx, userId, id));
    if (!current?.building) throw new AppError('membership.not_found');
    return { ...current, building: current.building };
  }

  /** A building with other active members must have a manager; an empty one needs none. */
  private async end(tx: Tx, membership: Membership): Promise<void> {
    const { id, userId, buildingId } = membership;
    if (isManager(membership)) {
      const others = await this.memberships.findOthers(tx, buildingId, id);
      if (others.length > 0) {
        if (!others.some(isManager)) throw new AppError('building.last_manager');
        // The one who leaves could otherwise come back as a manager by an invitation of their own.
        await this.invitations.endBy(tx, membership, this.clock.now(), 'manager');
      }
    }
    await this.memberships.revoke(tx, id, this.clock.now());
    await this.resetLinks.endAround(tx, userId);
    const act = { action: 'membership.left', actorId: userId, buildingId, subjectId: id } as const;
    await this.audit.write(tx, act);
  }
}
