import { Injectable } from '@nestjs/common';
import type { CreatedResetLink, Member, Page, Reminder } from '../../../contract/http.js';
import { COUNTS, SERVER_TIMES } from '../../../contract/limits.js';
import { Clock } from '../../../platform/clock.js';
import { Transactions, type Tx } from '../../../platform/database/transactions.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { AuditService } from '../../audit/audit.service.js';
import type { Actor } from '../../auth/actor.js';
import { PasswordService } from '../../auth/passwords/password.service.js';
import { ConfirmationService } from '../../auth/second-factor/confirmation.service.js';
import type { ChangeMember } from '../buildings.dto.js';
import type { MembershipRow } from '../buildings.entities.js';
import type { NoticeAbout } from '../../../contract/push.js';
import { ReadinessService } from '../devices/readiness.service.js';
import { InvitationRepository } from '../invitations/invitation.repository.js';
import { isManager } from '../rights.js';
import { RightsService } from '../rights.service.js';
import { HomeChangesService } from './home-changes.service.js';
import { Notices } from './notices.js';
import { BuildingRepository } from '../building.repository.js';
import {
  changeMember,
  isAt,
  isUnchanged,
  memberView,
  move,
  requestedHome,
  withoutRequest,
  type HomePlace,
} from './membership.js';

/** A member of a building, by the membership's id. */
interface MemberId {
  id: string;
  buildingId: string;
}

/**
 * Lists and changes the members of a building, for its managers. Every method throws AppError
 * building.not_a_member or building.manager_required for everybody else.
 */
@Injectable()
export class MembersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly rights: RightsService,
    private readonly memberships: BuildingRepository,
    private readonly invitations: InvitationRepository,
    private readonly homeChanges: HomeChangesService,
    private readonly clock: Clock,
    private readonly signals: ChangeSignals,
    private readonly passwords: PasswordService,
    private readonly audit: AuditService,
    private readonly confirmation: ConfirmationService,
    private readonly readiness: ReadinessService,
    private readonly notices: Notices,
  ) {}

  /** @returns the pending and then the active members, by apartment; never e-mail or phone */
  async list(actor: Actor, buildingId: string): Promise<Page<Member>> {
    await this.rights.check('members.list', buildingId, actor);
    const rows = await this.memberships.findAllOf(buildingId);
    const states = await this.readiness.ofMembers(buildingId);
    return { items: rows.map((row) => memberView(row, states.get(row.userId))), next: null };
  }

  /**
   * @throws AppError membership.not_found, membership.has_left, membership.not_as_seen,
   *   membership.managed_often, building.last_manager when the building would have no manager afterwards, or
   *   second_factor.confirmation_required to make or unmake a manager
   */
  async change(actor: Actor, member: MemberId, change: ChangeMember): Promise<Member> {
    const { id, buildingId } = member;
    await this.rights.check('members.change', buildingId, actor);
    const isConfirmed = await this.confirmation.isRecent(actor);
    const { saved, isNew } = await this.transactions.run(async (tx) => {
      await this.rights.requireRight(tx, 'members.change', buildingId, actor);
      const known = await this.memberships.find(tx, buildingId, id);
      if (!known) throw new AppError('membership.not_found');
      const changed = changeMember(known, change, actor.userId, this.clock.now());
      if (isUnchanged(known, changed)) return { saved: known, isNew: false };
      await this.homeChanges.requireRoomOf(tx, actor.userId, changed);
      // With this role, a member who waits becomes a manager by any invitation that lets them in.
      const isRoleChanged = known.role !== changed.role;
      if ((isRoleChanged || isManager(known) !== isManager(changed)) && !isConfirmed) {
        throw new AppError('second_factor.confirmation_required');
      }
      if (isManager(known) && !isManager(changed)) {
        const others = await this.memberships.findOthers(tx, buildingId, id);
        if (!others.some(isManager)) throw new AppError('building.last_manager');
        // A removed manager could otherwise come back by an invitation made beforehand.
        await this.invitations.end(tx, { invitedById: id, buildingId }, this.clock.now());
      }
      const { pauseReason, seen: _seen, ...details } = change;
      const saved = await this.save(tx, actor, changed, {
        ...details,
        ...(pauseReason && { pauseReason: true }),
        ...(known.status !== 'active' && change.status === 'revoked' && { refused: true }),
      });
      const about = noticeOf(known, changed);
      if (about) await this.notices.add(tx, about, changed.userId);
      if (about === 'removed') await this.reportManyRemoved(tx, buildingId);
      if (change.role || change.status) await this.passwords.endLinksAround(tx, saved.userId);
      return { saved, isNew: true };
    });
    return isNew ? this.announce(saved) : this.viewOf(saved);
  }

  /**
   * Asks a member to test a device.
   * @throws AppError membership.not_found or membership.reminded_lately
   */
  async remind(actor: Actor, { id, buildingId }: MemberId): Promise<Reminder> {
    await this.rights.check('members.change', buildingId, actor);
    const { userId, pushed } = await this.transactions.run(async (tx) => {
      await this.rights.requireRight(tx, 'members.change', buildingId, actor);
      const known = await this.memberships.find(tx, buildingId, id);
      if (known?.status !== 'active') throw new AppError('membership.not_found');
      const { userId, remindedAt } = known;
      if (remindedAt && remindedAt > this.clock.ago(SERVER_TIMES.reminderMs)) {
        throw new AppError('membership.reminded_lately');
      }
      await this.memberships.setReminded(tx, id, this.clock.now());
      await this.notices.add(tx, 'reminder', userId);
      const act = { action: 'membership.reminded', actorId: actor.userId, buildingId } as const;
      await this.audit.write(tx, { ...act, subjectId: id });
      return { userId, pushed: await this.memberships.hasPush(tx, userId) };
    });
    this.signals.publish('person', userId);
    return { pushed };
  }

  /**
   * Confirms or refuses the new home that a member has requested.
   * @param home the home that the manager has seen, which the member may have changed since
   * @throws AppError membership.not_found, membership.home_not_requested or membership.home_frozen
   */
  async decideHome(
    actor: Actor,
    { id, buildingId }: MemberId,
    { confirmed, ...home }: HomePlace & { confirmed: boolean },
  ): Promise<Member> {
    await this.rights.check('home.decide', buildingId, actor);
    const saved = await this.transactions.run(async (tx) => {
      await this.rights.requireRight(tx, 'home.decide', buildingId, actor);
      const known = await this.memberships.find(tx, buildingId, id);
      if (known?.status !== 'active') throw new AppError('membership.not_found');
      const requested = requestedHome(known);
      if (!requested || !isAt(requested, home)) throw new AppError('membership.home_not_requested');
      const changed = confirmed ? move(known, requested) : withoutRequest(known);
      const change = await this.homeChanges.record(tx, known, changed, actor.userId);
      return this.save(tx, actor, changed, { homeConfirmed: confirmed, ...change });
    });
    return this.announce(saved);
  }

  /**
   * Creates a reset link for a member. The link must not give a manager more rights or access to
   * another building, so only an administrator creates one for an administrator, or for a user with
   * a membership in a building that the calling manager does not manage. A manager could also
   * invite somebody in order to take over the account, so a new member must have requested the link.
   * @throws AppError second_factor.confirmation_required, membership.not_found,
   *   membership.reset_link_refused or membership.reset_link_too_early
   */
  async createResetLink(actor: Actor, { id, buildingId }: MemberId): Promise<CreatedResetLink> {
    const { userId: madeBy } = actor;
    await this.rights.check('reset_link.create', buildingId, actor);
    await this.confirmation.requireRecent(actor);
    const member = await this.memberships.findActiveById(buildingId, id);
    if (!member) throw new AppError('membership.not_found');
    const lock = (tx: Tx) => this.rights.requireRight(tx, 'reset_link.create', buildingId, actor);
    return this.passwords.createLink({ id: member.userId }, madeBy, lock, async (tx, user) => {
      const isRefused =
        user.roles.includes('admin') || (await this.memberships.belongsBeyond(tx, user.id, madeBy));
      if (isRefused) throw new AppError('membership.reset_link_refused');
      const current = await this.memberships.find(tx, buildingId, id);
      if (current?.status !== 'active') throw new AppError('membership.not_found');
      const isNew = current.activeSince > this.clock.ago(SERVER_TIMES.resetLinkMemberMs);
      if (isNew && !this.passwords.isLinkRequested(user)) {
        throw new AppError('membership.reset_link_too_early');
      }
    });
  }

  /**
   * A manager who empties the building is noticed by the others while it can be undone. Each removal
   * adds one to the count, so the limit is crossed where the two are equal. It is crossed again when one is
   * undone and repeated.
   */
  private async reportManyRemoved(tx: Tx, buildingId: string): Promise<void> {
    const since = this.clock.ago(SERVER_TIMES.manyRemovedMs);
    const count = await this.memberships.countRemoved(tx, buildingId, since);
    if (count !== COUNTS.manyRemoved) return;
    const managers = await this.memberships.findManagers(tx, buildingId);
    await this.notices.addHourly(tx, 'many_removed', buildingId, managers);
  }

  private async save(
    tx: Tx,
    { userId: actorId }: Actor,
    changed: MembershipRow,
    details: Record<string, string | boolean>,
  ): Promise<MembershipRow> {
    const { buildingId, id: subjectId } = changed;
    const saved = await this.memberships.save(tx, changed);
    const act = { action: 'membership.changed', actorId, buildingId, subjectId } as const;
    await this.audit.write(tx, { ...act, details });
    return saved;
  }

  private announce(changed: MembershipRow): Promise<Member> {
    this.signals.publish('person', changed.userId);
    return this.viewOf(changed);
  }

  private async viewOf(membership: MembershipRow): Promise<Member> {
    const states = await this.readiness.ofMembers(membership.buildingId);
    return memberView(membership, states.get(membership.userId));
  }
}

/** @returns what the member is told of the change; undefined for a change that they need not know at once */
function noticeOf(known: MembershipRow, changed: MembershipRow): NoticeAbout | undefined {
  if (known.status === 'pending' && changed.status === 'active') return 'approved';
  if (known.status === 'active' && changed.status === 'revoked') return 'removed';
  return isManager(known) && !isManager(changed) ? 'demoted' : undefined;
}
