import { Injectable } from '@nestjs/common';
import { ERRORS, invitationExpired } from '../../../contract/errors.js';
import type { InvitationView, Membership } from '../../../contract/http.js';
import { COUNTS } from '../../../contract/limits.js';
import { RULES } from '../../../contract/text-rules.js';
import { Clock } from '../../../platform/clock.js';
import { Transactions, type Tx } from '../../../platform/database/transactions.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { AuditService } from '../../audit/audit.service.js';
import { AccountsService } from '../../auth/accounts.service.js';
import { BuildingRepository } from '../building.repository.js';
import type { InvitationRow, MembershipRow } from '../buildings.entities.js';
import { BuildingsService } from '../buildings.service.js';
import { HomeChangesService } from '../memberships/home-changes.service.js';
import { membershipView } from '../memberships/membership.js';
import { Notices } from '../memberships/notices.js';
import { HomesService } from '../home-list/homes.service.js';
import { isStillEntitled } from '../rights.js';
import { InvitationRepository } from './invitation.repository.js';
import { homeOf } from './invitations.service.js';

/** Somebody who accepts an invitation. */
export interface Joining {
  userId: string;
  name: string;
  entrance?: string;
  /** Missing for a manager who does not live in the building. */
  apartment?: string;
  /** The home exists although the building's list does not have it. */
  unlisted?: boolean;
}

/** Lets the holder of an invitation look it up, and makes a member of whoever accepts it. */
@Injectable()
export class JoiningService {
  constructor(
    private readonly transactions: Transactions,
    private readonly buildings: BuildingsService,
    private readonly invitations: InvitationRepository,
    private readonly homes: HomesService,
    private readonly homeChanges: HomeChangesService,
    private readonly accounts: AccountsService,
    private readonly clock: Clock,
    private readonly audit: AuditService,
    private readonly signals: ChangeSignals,
    private readonly memberships: BuildingRepository,
    private readonly notices: Notices,
  ) {}

  /**
   * @throws AppError invitation.replaced for the poster before the present one, or invitation.not_found
   *   when it is unknown, expired or no longer open. For an expired one its field says whom to ask
   */
  async lookUp(token: string): Promise<InvitationView> {
    const open = await this.invitations.findOpenByToken(token);
    if (!open) throw await this.goneOf(token);
    const { kind, role, building, expiresAt } = open;
    // A manager who has left can neither answer for the invitation nor make a new one.
    const invitedBy = open.invitedBy?.status === 'active' ? open.invitedBy.name : undefined;
    if (expiresAt <= this.clock.now()) {
      const expired = invitationExpired(building.name, invitedBy);
      throw new AppError('invitation.not_found', { fields: { token: expired } });
    }
    const { id, name, address } = building;
    const entrances = await this.homes.entrances(id);
    return {
      kind,
      role,
      building: { id, name, address },
      ...(invitedBy !== undefined && { invitedBy }),
      ...homeOf(open),
      ...(entrances.length > 0 && { entrances }),
    };
  }

  /**
   * Makes the person a member. A personal invitation works once and makes an active member, also of
   * somebody who waits; one for a manager makes a manager of a resident. A poster makes a pending
   * member, whom a manager must approve.
   * @throws AppError invitation.not_found, also when its maker may no longer invite,
   *   invitation.replaced, invitation.other_home, home.not_listed, membership.already_exists, and for a
   *   poster membership.refused, membership.changed_often or building.too_many_waiting
   */
  async accept(token: string, person: Joining): Promise<Membership> {
    const known = await this.invitations.findOpenByToken(token);
    if (!known) throw await this.goneOf(token);
    const { buildingId, expiresAt } = known;
    if (expiresAt <= this.clock.now()) throw new AppError('invitation.not_found');
    const view = await this.transactions.run(async (tx) => {
      // Changes of members hold this lock too, so the maker's rights stay as they are read here.
      await this.memberships.lockBuilding(tx, buildingId);
      const open = await this.invitations.lockOpenByToken(tx, token);
      const isOpen = open && (await this.makerMayInvite(tx, open));
      if (!isOpen) throw new AppError('invitation.not_found');
      const { id, kind } = open;
      const isPersonal = kind === 'personal';
      if (!isPersonal) await this.requireRoomForPoster(tx, buildingId, person.userId);
      const building = await this.memberships.getBuilding(buildingId, tx);
      const membership = await this.join(tx, open, person);
      if (isPersonal) await this.invitations.end(tx, { id }, this.clock.now());
      else await this.notices.addWaiting(tx, membership);
      const act = { action: 'invitation.accepted', actorId: person.userId, buildingId } as const;
      await this.audit.write(tx, { ...act, subjectId: id });
      return membershipView(membership, building);
    });
    this.signals.publish('person', person.userId);
    return view;
  }

  private async join(tx: Tx, open: InvitationRow, person: Joining): Promise<MembershipRow> {
    const { buildingId, kind, role } = open;
    const { userId, name } = person;
    const isPersonal = kind === 'personal';
    const known = isPersonal && (await this.memberships.lock(tx, buildingId, userId));
    // Somebody who is a member or waits has a home here already.
    if (known && known.status !== 'revoked') {
      if (known.status === 'pending') await this.requireInvitedHome(tx, open, known);
      return this.buildings.admitInvited(tx, known, role);
    }
    await this.requireInvitedHome(tx, open, person);
    const resident = { userId, name, ...(await this.homeOf(tx, open, person)) };
    return this.buildings.join(tx, buildingId, resident, role, isPersonal ? 'active' : 'pending');
  }

  private async goneOf(token: string): Promise<AppError> {
    const isReplaced = await this.invitations.isReplacedPoster(token);
    return new AppError(isReplaced ? 'invitation.replaced' : 'invitation.not_found');
  }

  /**
   * A letter that was lost or stolen admits nobody to another home. An entrance that it leaves open is
   * the person's to name.
   * @throws AppError invitation.other_home
   */
  private async requireInvitedHome(
    tx: Tx,
    { buildingId, ...invited }: InvitationRow,
    home: { entrance?: string | null; apartment?: string },
  ): Promise<void> {
    const { apartment } = invited;
    if (apartment === null) return;
    const entrance = home.entrance ?? undefined;
    const named = { entrance, apartment: home.apartment ?? '' };
    const wanted = { entrance: invited.entrance ?? entrance, apartment };
    if (await this.homes.isOne(tx, buildingId, wanted, named)) return;
    const fields = { apartment: ERRORS['invitation.other_home'].message };
    throw new AppError('invitation.other_home', { fields });
  }

  /** @returns the home as the list spells it; without a number for a manager who lives elsewhere */
  private async homeOf(tx: Tx, { buildingId, role }: InvitationRow, person: Joining) {
    const { entrance, apartment = '', unlisted } = person;
    if (!apartment && role !== 'manager') {
      const fields = { apartment: RULES.member.apartment.tooShort };
      throw new AppError('request.invalid', { fields });
    }
    if (!apartment) return { apartment };
    return this.homes.find(tx, buildingId, { entrance, apartment }, unlisted);
  }

  /** Everybody who passes can use a poster, also somebody whom a manager has refused or removed. */
  private async requireRoomForPoster(tx: Tx, buildingId: string, userId: string): Promise<void> {
    const known = await this.memberships.lock(tx, buildingId, userId);
    if (known?.status === 'revoked' && known.endedBy) throw new AppError('membership.refused');
    if (known && known.status !== 'revoked') return;
    if (known) await this.homeChanges.requireRoom(tx, known);
    const waiting = await this.memberships.countWaiting(tx, buildingId);
    if (waiting >= COUNTS.waitingPerBuilding) throw new AppError('building.too_many_waiting');
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
