import { Injectable } from '@nestjs/common';
import { invitationExpired } from '../../../contract/errors.js';
import type { InvitationView, Membership as Membership } from '../../../contract/http.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import { Transactions, type Tx } from '../../../platform/database/transactions.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { AuditService } from '../../audit/audit.service.js';
import { AccountsService } from '../../auth/accounts.service.js';
import { BuildingRepository } from '../building.repository.js';
import { BuildingsService, type Resident } from '../buildings.service.js';
import type { InvitationRow } from '../buildings.entities.js';
import { MemberRepository } from '../memberships/member.repository.js';
import { membershipView } from '../memberships/membership.js';
import { isStillEntitled } from '../rights.js';
import { InvitationRepository } from './invitation.repository.js';

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
    private readonly accounts: AccountsService,
    private readonly memberships: MemberRepository,
  ) {}

  /**
   * @throws AppError invitation.not_found when it is unknown, expired or no longer open. For an
   *   expired one its field says whom to ask
   */
  async lookUp(token: string): Promise<InvitationView> {
    const open = await this.invitations.findOpenByToken(token);
    if (!open) throw new AppError('invitation.not_found');
    const { kind, building, entrance, apartment, expiresAt } = open;
    // A manager who has left can neither answer for the invitation nor make a new one.
    const invitedBy = open.invitedBy?.status === 'active' ? open.invitedBy.name : undefined;
    if (expiresAt <= this.clock.now()) {
      const expired = invitationExpired(building.name, invitedBy);
      throw new AppError('invitation.not_found', { fields: { token: expired } });
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
   * @throws AppError invitation.not_found, also when its maker may no longer invite, or
   *   membership.already_exists
   */
  async accept(token: string, person: Resident): Promise<Membership> {
    const known = await this.invitations.findOpenByToken(token);
    if (!known) throw new AppError('invitation.not_found');
    const { buildingId } = known;
    const view = await this.transactions.run(async (tx) => {
      // Changes of members hold this lock too, so the maker's rights stay as they are read here.
      await this.memberships.lockBuilding(tx, buildingId);
      const open = await this.invitations.lockOpenByToken(tx, token);
      const isOpen =
        open && open.expiresAt > this.clock.now() && (await this.makerMayInvite(tx, open));
      if (!isOpen) throw new AppError('invitation.not_found');
      const { id, kind, role } = open;
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

  /**
   * A demotion ends the invitations of the demoted manager, but not one that is committed in the
   * same moment. So their right is checked again here.
   */
  private async makerMayInvite(tx: Tx, invitation: InvitationRow): Promise<boolean> {
    const { administratorId, buildingId, invitedById, role } = invitation;
    if (administratorId) return this.accounts.isAdmin(tx, administratorId);
    const maker = invitedById && (await this.memberships.find(tx, buildingId, invitedById));
    return isStillEntitled(maker || undefined, role);
  }
}
