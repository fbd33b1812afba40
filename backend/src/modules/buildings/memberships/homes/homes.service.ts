import { Injectable } from '@nestjs/common';
import type { Member, Membership as MembershipView } from '../../../../contract/http.js';
import { AppError } from '../../../../platform/errors/app-error.js';
import { Transactions } from '../../../../platform/database/transactions.js';
import { ChangeSignals } from '../../../../platform/realtime/change-signals.js';
import { AuditService } from '../../../audit/audit.service.js';
import { ReadinessService } from '../../devices/readiness.service.js';
import { MembershipRepository } from '../membership.repository.js';
import { memberView, membershipView } from '../membership-views.js';
import { OwnMembershipsService } from '../own-memberships.service.js';
import { HomeChangesService, HomeFreezeService } from './home-changes.service.js';
import {
  changeOwn,
  isAt,
  move,
  requestedHome,
  withoutRequest,
  type HomePlace,
  type OwnChange,
} from './home-request.js';

/** Changes names and homes: by the member, and by a manager's decision about a new home. */
@Injectable()
export class HomesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly memberships: MembershipRepository,
    private readonly own: OwnMembershipsService,
    private readonly changes: HomeChangesService,
    private readonly freeze: HomeFreezeService,
    private readonly signals: ChangeSignals,
    private readonly audit: AuditService,
    private readonly readiness: ReadinessService,
  ) {}

  /**
   * @throws AppError membership.not_found, the same for another user's membership, or
   *   membership.home_frozen
   */
  async change(userId: string, id: string, change: OwnChange): Promise<MembershipView> {
    const view = await this.transactions.run(async (tx) => {
      const { building, ...known } = await this.own.findLocked(tx, userId, id);
      const changed = changeOwn(known, change);
      const requested = requestedHome(changed);
      if (requested) await this.freeze.require(tx, known, { ...requested, name: changed.name });
      const details = await this.changes.record(tx, known, changed, userId);
      const saved = await this.memberships.save(tx, changed);
      await this.audit.write(tx, {
        action: 'membership.changed',
        actorId: userId,
        buildingId: known.buildingId,
        subjectId: id,
        details,
      });
      return membershipView(saved, building);
    });
    this.signals.publish('person', userId);
    return view;
  }

  /**
   * Confirms or refuses the new home that a member has requested.
   * @param home the home that the manager has seen, which the member may have changed since
   * @throws AppError building.manager_required, membership.not_found, membership.home_not_requested or
   *   membership.home_frozen
   */
  async decide(
    actorId: string,
    { buildingId, id }: { buildingId: string; id: string },
    { confirmed, ...home }: HomePlace & { confirmed: boolean },
  ): Promise<Member> {
    const member = await this.transactions.run(async (tx) => {
      await this.memberships.lockBuilding(tx, buildingId);
      // A manager who is removed in the same moment has passed the check of the route.
      const isManager = await this.memberships.isManager(tx, buildingId, actorId);
      if (!isManager) throw new AppError('building.manager_required');
      const known = await this.memberships.find(tx, buildingId, id);
      if (known?.status !== 'active') throw new AppError('membership.not_found');
      const requested = requestedHome(known);
      if (!requested || !isAt(requested, home)) throw new AppError('membership.home_not_requested');
      const changed = confirmed ? move(known, requested) : withoutRequest(known);
      const change = await this.changes.record(tx, known, changed, actorId);
      const saved = await this.memberships.save(tx, changed);
      const act = { action: 'membership.changed', actorId, buildingId, subjectId: id } as const;
      await this.audit.write(tx, { ...act, details: { homeConfirmed: confirmed, ...change } });
      return saved;
    });
    this.signals.publish('person', member.userId);
    const states = await this.readiness.ofMembers(buildingId);
    return memberView(member, states.get(member.userId));
  }
}
