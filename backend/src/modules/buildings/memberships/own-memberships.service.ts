import { Injectable } from '@nestjs/common';
import type { Membership } from '../../../contract/http.js';
import { Clock } from '../../../platform/clock.js';
import { Transactions, type Tx } from '../../../platform/database/transactions.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { AuditService } from '../../audit/audit.service.js';
import { PasswordService } from '../../auth/passwords/password.service.js';
import type { ChangeOwnMembership } from '../buildings.dto.js';
import type { MembershipRow, MembershipWithBuilding } from '../buildings.entities.js';
import { InvitationRepository } from '../invitations/invitation.repository.js';
import { HomesService } from '../home-list/homes.service.js';
import { isManager } from '../rights.js';
import { HomeChangesService } from './home-changes.service.js';
import { Notices } from './notices.js';
import { BuildingRepository } from '../building.repository.js';
import { changeOwn, isUnchanged, membershipView, requestedHome } from './membership.js';

/** Lists, changes and ends a user's own memberships. */
@Injectable()
export class OwnMembershipsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly memberships: BuildingRepository,
    private readonly invitations: InvitationRepository,
    private readonly homes: HomesService,
    private readonly homeChanges: HomeChangesService,
    private readonly passwords: PasswordService,
    private readonly clock: Clock,
    private readonly signals: ChangeSignals,
    private readonly audit: AuditService,
    private readonly notices: Notices,
  ) {}

  /** @returns the pending and active memberships, oldest first */
  async list(userId: string): Promise<Membership[]> {
    const rows = await this.memberships.findAllFor(userId);
    const isReminded = rows.some(({ remindedAt }) => remindedAt);
    const testedAt = isReminded ? await this.memberships.findLastTest(userId) : null;
    const managed = rows.filter(isManager).map(({ buildingId }) => buildingId);
    const waiting =
      managed.length > 0
        ? await this.memberships.countsWaiting(managed)
        : new Map<string, number>();
    return rows.map((row) => {
      const { remindedAt, buildingId } = row;
      const isOpen = remindedAt && (!testedAt || testedAt < remindedAt);
      const count = waiting.get(buildingId);
      return {
        ...membershipView(row, row.building),
        ...(isOpen && { remindedAt: remindedAt.toISOString() }),
        ...(count && { waiting: count }),
      };
    });
  }

  /**
   * Changes the name, and moves or requests to move. A new request waits for a manager, as a new member
   * does, and is told as seldom: `requireRoom` counts requests and withdrawals.
   * @throws AppError membership.not_found, membership.home_frozen or membership.changed_often
   */
  async change(userId: string, id: string, change: ChangeOwnMembership): Promise<Membership> {
    const { view, isNew } = await this.transactions.run(async (tx) => {
      const { building, ...known } = await this.findLocked(tx, userId, id);
      const changed = changeOwn(known, await this.asListed(tx, known, change));
      if (isUnchanged(known, changed))
        return { view: membershipView(known, building), isNew: false };
      await this.homeChanges.requireRoom(tx, known);
      const requested = requestedHome(changed);
      const next = requested && { ...requested, name: changed.name };
      if (next) await this.homeChanges.requireFree(tx, known, next);
      const details = await this.homeChanges.record(tx, known, changed, userId);
      const saved = await this.memberships.save(tx, changed);
      const { buildingId } = known;
      if (requested && !requestedHome(known)) await this.notices.addWaiting(tx, saved);
      const act = { action: 'membership.changed', actorId: userId, buildingId } as const;
      await this.audit.write(tx, { ...act, subjectId: id, details });
      return { view: membershipView(saved, building), isNew: true };
    });
    if (isNew) this.signals.publish('person', userId);
    return view;
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
    const all = await this.memberships.findCurrent(tx, userId);
    // Each end locks the user, and buildings are locked before users.
    for (const { buildingId } of all) await this.memberships.lockBuilding(tx, buildingId);
    for (const { id } of all) await this.end(tx, await this.findLocked(tx, userId, id));
  }

  /** @returns the manager's name, as the user's neighbour */
  nameOfManager(userId: string, managerId: string): Promise<string | undefined> {
    return this.memberships.findNameOfManager(userId, managerId);
  }

  /** @returns the ids of all current and former memberships */
  idsOf(userId: string): Promise<string[]> {
    return this.memberships.findIds(userId);
  }

  /**
   * Reads the membership again under its building's lock.
   * @throws AppError membership.not_found, the same for another user's membership
   */
  private async findLocked(tx: Tx, userId: string, id: string): Promise<MembershipWithBuilding> {
    const known = await this.memberships.findWithBuilding(tx, userId, id);
    if (known) await this.memberships.lockBuilding(tx, known.buildingId);
    const current = known && (await this.memberships.findWithBuilding(tx, userId, id));
    if (!current) throw new AppError('membership.not_found');
    return current;
  }

  /** @returns the change with the home as the building's list spells it */
  private async asListed(
    tx: Tx,
    known: MembershipRow,
    change: ChangeOwnMembership,
  ): Promise<ChangeOwnMembership> {
    if (change.entrance === undefined && change.apartment === undefined) return change;
    const base = requestedHome(known) ?? known;
    const wanted = {
      entrance: change.entrance ?? base.entrance ?? undefined,
      apartment: change.apartment ?? base.apartment,
    };
    const { entrance = '', apartment } = await this.homes.find(tx, known.buildingId, wanted, true);
    return { ...change, entrance, apartment };
  }

  /** A building with other active members must have a manager; an empty one needs none. */
  private async end(tx: Tx, membership: MembershipRow): Promise<void> {
    const { id, userId, buildingId } = membership;
    if (isManager(membership)) {
      const others = await this.memberships.findOthers(tx, buildingId, id);
      if (others.length > 0) {
        if (!others.some(isManager)) throw new AppError('building.last_manager');
        // The one who leaves could otherwise come back as a manager by an invitation of their own.
        const own = { invitedById: id, buildingId, role: 'manager' } as const;
        await this.invitations.end(tx, own, this.clock.now());
      }
    }
    await this.memberships.revoke(tx, id, this.clock.now());
    await this.passwords.endLinksAround(tx, userId);
    const act = { action: 'membership.left', actorId: userId, buildingId, subjectId: id } as const;
    await this.audit.write(tx, act);
  }
}
