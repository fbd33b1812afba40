import { Injectable } from '@nestjs/common';
import { invitationExpired } from '../../../contract/errors.js';
import type { InvitationView, Membership as MembershipView } from '../../../contract/http.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import { Transactions } from '../../../platform/database/transactions.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { AuditService } from '../../audit/audit.service.js';
import { BuildingRepository } from '../building.repository.js';
import { BuildingsService, type Resident } from '../buildings.service.js';
import { membershipView } from '../memberships/membership-views.js';
import { InvitationRepository } from './invitation.repository.js';
import { hashOf } from './invitation-tokens.js';

/** Shows an invitation to its holder, and makes them a member when they accept it. */
@Injectable()
export class AcceptanceService {
  constructor(
    private readonly transactions: Transactions,
    private readonly invitations: InvitationRepository,
    private readonly buildingRows: BuildingRepository,
    private readonly buildings: BuildingsService,
    private readonly clock: Clock,
    private readonly signals: ChangeSignals,
    private readonly audit: AuditService,
  ) {}

  /**
   * @throws AppError invitation.not_found when it is unknown, expired or no longer open. For an
   *   expired one its field says whom to ask
   */
  async lookUp(token: string): Promise<InvitationView> {
    const open = await this.invitations.findOpenByToken(hashOf(token));
    if (!open) throw new AppError('invitation.not_found');
    const { kind, building, entrance, apartment, expiresAt } = open;
    // A manager who has left can neither answer for the invitation nor make a new one.
    const invitedBy = open.invitedBy?.status === 'active' ? open.invitedBy.name : undefined;
    if (expiresAt <= this.clock.now()) {
      const asks = invitationExpired(building.name, invitedBy);
      throw new AppError('invitation.not_found', { token: asks });
    }
    const { id, name, address } = building;
    return {
      kind,
      building: { id, name, address },
      ...(invitedBy !== undefined && { invitedBy }),
      ...(entrance !== null && { entrance }),
      ...(apartment !== null && { apartment }),
    };
  }

  /**
   * Makes the person a member. A personal link works once and makes an active member. A poster
   * makes a pending member, whom a manager must approve.
   * @throws AppError invitation.not_found or membership.already_exists
   */
  async accept(token: string, person: Resident): Promise<MembershipView> {
    const view = await this.transactions.run(async (tx) => {
      const open = await this.invitations.lockOpenByToken(tx, hashOf(token));
      if (!open || open.expiresAt <= this.clock.now()) throw new AppError('invitation.not_found');
      const { id, kind, role, buildingId } = open;
      const building = await this.buildingRows.get(buildingId, tx);
      const isPersonal = kind === 'personal';
      const status = isPersonal ? 'active' : 'pending';
      const membership = await this.buildings.join(tx, buildingId, person, role, status);
      if (isPersonal) await this.invitations.markUsed(tx, id, this.clock.now());
      await this.audit.write(tx, {
        action: 'invitation.accepted',
        actorId: person.userId,
        buildingId,
        subjectId: id,
      });
      return membershipView(membership, building);
    });
    this.signals.publish('person', person.userId);
    return view;
  }
}
