import { Injectable } from '@nestjs/common';
import type { CreatedResetLink, Page, Member } from '../../../contract/http.js';
import { TIMES } from '../../../contract/limits.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import { Transactions, type Tx } from '../../../platform/database/transactions.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { AuditService } from '../../audit/audit.service.js';
import type { Actor } from '../../auth/actor.js';
import { ResetLinksService } from '../../auth/passwords/reset-links.service.js';
import { ConfirmationService } from '../../auth/second-factor/confirmation.service.js';
import { ReadinessService } from '../devices/readiness.service.js';
import { InvitationRepository } from '../invitations/invitation.repository.js';
import { changeMember, type MemberChange } from './member-change.js';
import { isManager } from './membership.entity.js';
import { MembershipRepository } from './membership.repository.js';
import { memberView } from './membership-views.js';

/** Lists and changes the members of a building, for its managers. */
@Injectable()
export class MembersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly memberships: MembershipRepository,
    private readonly invitations: InvitationRepository,
    private readonly clock: Clock,
    private readonly signals: ChangeSignals,
    private readonly resetLinks: ResetLinksService,
    private readonly audit: AuditService,
    private readonly confirmation: ConfirmationService,
    private readonly readiness: ReadinessService,
  ) {}

  /** @returns the pending and then the active members, by apartment; never e-mail or phone */
  async list(buildingId: string): Promise<Page<Member>> {
    const rows = await this.memberships.findAllOf(buildingId);
    const states = await this.readiness.ofMembers(buildingId);
    return { items: rows.map((row) => memberView(row, states.get(row.userId))), next: null };
  }

  /**
   * @param actor the manager
   * @throws AppError building.manager_required, membership.not_found, membership.has_left, building.last_manager when the
   *   building would have no manager afterwards, or second_factor.confirmation_required to make or
   *   unmake a manager
   */
  async change(
    actor: Actor,
    buildingId: string,
    id: string,
    change: MemberChange,
  ): Promise<Member> {
    const isConfirmed = await this.confirmation.isRecent(actor);
    const member = await this.transactions.run(async (tx) => {
      await this.lockAsManager(tx, buildingId, actor.userId);
      const known = await this.memberships.find(tx, buildingId, id);
      if (!known) throw new AppError('membership.not_found');
      const changed = changeMember(known, change, actor.userId, this.clock.now());
      if (isManager(known) !== isManager(changed) && !isConfirmed) {
        throw new AppError('second_factor.confirmation_required');
      }
      if (isManager(known) && !isManager(changed)) {
        const others = await this.memberships.findOthers(tx, buildingId, id);
        if (!others.some(isManager)) throw new AppError('building.last_manager');
        // A removed manager could otherwise come back by an invitation made beforehand.
        await this.invitations.endBy(tx, known, this.clock.now());
      }
      const saved = await this.memberships.save(tx, changed);
      if (change.role || change.status) await this.resetLinks.endAround(tx, saved.userId);
      await this.audit.write(tx, {
        action: 'membership.changed',
        actorId: actor.userId,
        buildingId,
        subjectId: id,
        details: { ...change },
      });
      return saved;
    });
    this.signals.publish('person', member.userId);
    const states = await this.readiness.ofMembers(buildingId);
    return memberView(member, states.get(member.userId));
  }

  /**
   * Creates a reset link for a member. The link must not give a manager more rights or access to
   * another building, so only an administrator creates one for an administrator, or for a user with
   * a membership in a building that the calling manager does not manage. A manager could also
   * invite somebody in order to take over the account, so a new member must have requested the link.
   * @throws AppError building.manager_required, membership.not_found, membership.reset_link_refused or
   *   membership.reset_link_too_early
   */
  async makeResetLink(buildingId: string, id: string, madeBy: string): Promise<CreatedResetLink> {
    const member = await this.memberships.findActiveById(buildingId, id);
    if (!member) throw new AppError('membership.not_found');
    const lock = (tx: Tx) => this.lockAsManager(tx, buildingId, madeBy);
    return this.resetLinks.create({ id: member.userId }, madeBy, lock, async (tx, user) => {
      const isRefused =
        user.roles.includes('admin') || (await this.memberships.belongsBeyond(tx, user.id, madeBy));
      if (isRefused) throw new AppError('membership.reset_link_refused');
      const current = await this.memberships.find(tx, buildingId, id);
      if (current?.status !== 'active') throw new AppError('membership.not_found');
      const isNew = current.activeSince > this.clock.ago(TIMES.resetLinkMemberMs);
      if (isNew && !this.resetLinks.isRequested(user)) {
        throw new AppError('membership.reset_link_too_early');
      }
    });
  }

  /** A manager who is removed in the same moment has passed the check of the route. */
  private async lockAsManager(tx: Tx, buildingId: string, userId: string): Promise<void> {
    await this.memberships.lockBuilding(tx, buildingId);
    const isManager = await this.memberships.isManager(tx, buildingId, userId);
    if (!isManager) throw new AppError('building.manager_required');
  }
}
