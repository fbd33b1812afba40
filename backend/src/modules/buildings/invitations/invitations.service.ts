import { randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { invitationExpired } from '../../../contract/errors.js';
import type {
  CreatedInvitation,
  Invitation,
  InvitationKind,
  InvitationView,
  Membership,
  Page,
} from '../../../contract/http.js';
import { COUNTS } from '../../../contract/limits.js';
import { PAGES } from '../../../contract/paths.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { Transactions, type Tx } from '../../../platform/database/transactions.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { sha256 } from '../../../platform/hashing.js';
import { readableSymbols } from '../../../platform/readable-symbols.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { CONFIG } from '../../../platform/tokens.js';
import { AuditService } from '../../audit/audit.service.js';
import { AccountsService } from '../../auth/accounts.service.js';
import type { Actor } from '../../auth/actor.js';
import { ConfirmationService } from '../../auth/second-factor/confirmation.service.js';
import { BuildingRepository } from '../building.repository.js';
import type { InvitationRow } from '../buildings.entities.js';
import type { CreateInvitation } from '../buildings.dto.js';
import { BuildingsService, type Resident } from '../buildings.service.js';
import { membershipView } from '../memberships/membership.js';
import { isStillEntitled } from '../rights.js';
import { RightsService } from '../rights.service.js';
import { InvitationRepository, TYPED_LENGTH } from './invitation.repository.js';

const TOKEN_BYTES = 16;
const DAY_MS = 24 * 60 * 60_000;
const LIFETIME_MS: Record<InvitationKind, number> = { personal: 14 * DAY_MS, poster: 365 * DAY_MS };

/**
 * A building's invitations: personal links and stairwell posters. Managers create, list and withdraw them,
 * and administrators too, for a first manager. These methods throw AppError building.not_a_member or
 * building.manager_required for everybody else, and, for an administrator,
 * second_factor.set_up_required or second_factor.confirmation_required. Whoever holds an invitation may
 * look it up, and becomes a member by accepting it.
 */
@Injectable()
export class InvitationsService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly transactions: Transactions,
    private readonly rights: RightsService,
    private readonly confirmation: ConfirmationService,
    private readonly buildings: BuildingsService,
    private readonly invitations: InvitationRepository,
    private readonly accounts: AccountsService,
    private readonly clock: Clock,
    private readonly audit: AuditService,
    private readonly signals: ChangeSignals,
    private readonly memberships: BuildingRepository,
  ) {}

  /**
   * A new poster replaces the old one. The token is returned once and saved as a hash only.
   * @throws AppError invitation.too_many, of which a building's one poster is no part, or
   *   second_factor.confirmation_required for an invitation that makes a manager or comes from an
   *   administrator: both open a building
   */
  async create(
    actor: Actor,
    buildingId: string,
    input: CreateInvitation,
  ): Promise<CreatedInvitation> {
    const { userId } = actor;
    const isManager = await this.requireInviter(actor, buildingId);
    if (input.role === 'manager' || !isManager) await this.confirmation.requireRecent(actor);
    const { kind } = input;
    // Every passer-by can read a poster, so it never makes a manager.
    const role = kind === 'poster' ? 'resident' : (input.role ?? 'resident');
    const id = randomUUID();
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    // 40 bits, which a resident reads and types.
    const code = kind === 'poster' ? readableSymbols(TYPED_LENGTH) : undefined;
    const createdAt = this.clock.now();
    const expiresAt = this.clock.in(LIFETIME_MS[kind]);
    await this.transactions.run(async (tx) => {
      const own = await this.rights.requireRight(tx, 'invitations.manage', buildingId, actor);
      if (kind === 'poster') await this.invitations.end(tx, { buildingId, kind }, createdAt);
      else await this.requireRoom(tx, userId);
      await this.invitations.insert(tx, {
        id,
        buildingId,
        kind,
        role,
        tokenHash: sha256(token),
        codeHash: code ? sha256(code) : null,
        entrance: input.entrance ?? null,
        apartment: input.apartment ?? null,
        invitedById: kind === 'personal' && own ? own.id : null,
        administratorId: kind === 'personal' && !own ? userId : null,
        createdAt,
        expiresAt,
        endedAt: null,
      });
      const act = { action: 'invitation.created', actorId: userId, buildingId } as const;
      await this.audit.write(tx, { ...act, subjectId: id, details: { kind, role } });
    });
    return {
      id,
      url: `${this.config.publicUrl}${PAGES.join}#${token}`,
      ...(code && { code }),
      expiresAt: expiresAt.toISOString(),
    };
  }

  async list(actor: Actor, buildingId: string): Promise<Page<Invitation>> {
    await this.requireInviter(actor, buildingId);
    const rows = await this.invitations.findOpen(buildingId);
    const items = rows.filter((row) => row.expiresAt > this.clock.now()).map(listedView);
    return { items, next: null };
  }

  /** @throws AppError invitation.not_found */
  async withdraw(actor: Actor, invitation: { id: string; buildingId: string }): Promise<void> {
    const { id, buildingId } = invitation;
    await this.requireInviter(actor, buildingId);
    await this.transactions.run(async (tx) => {
      await this.rights.requireRight(tx, 'invitations.manage', buildingId, actor);
      const withdrawn = await this.invitations.end(tx, { id, buildingId }, this.clock.now());
      if (!withdrawn) throw new AppError('invitation.not_found');
      const act = { action: 'invitation.withdrawn', actorId: actor.userId, buildingId } as const;
      await this.audit.write(tx, { ...act, subjectId: id });
    });
  }

  /** @returns false for an administrator, who has no membership to invite by */
  private async requireInviter(actor: Actor, buildingId: string): Promise<boolean> {
    if (await this.rights.check('invitations.manage', buildingId, actor)) return true;
    await this.confirmation.requireForAdministration(actor);
    const exists = await this.memberships.buildingExists(buildingId);
    if (!exists) throw new AppError('building.not_a_member');
    return false;
  }

  private async requireRoom(tx: Tx, userId: string): Promise<void> {
    await this.accounts.lock(tx, userId);
    const open = await this.invitations.countOpenBy(tx, userId, this.clock.now());
    if (open >= COUNTS.invitationsPerUser) throw new AppError('invitation.too_many');
  }

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
      const building = await this.memberships.getBuilding(buildingId, tx);
      const isPersonal = kind === 'personal';
      const status = isPersonal ? 'active' : 'pending';
      const membership = await this.buildings.join(tx, buildingId, person, role, status);
      if (isPersonal) await this.invitations.end(tx, { id }, this.clock.now());
      const { userId: actorId } = person;
      const act = { action: 'invitation.accepted', actorId, buildingId, subjectId: id } as const;
      await this.audit.write(tx, act);
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

function listedView(invitation: InvitationRow): Invitation {
  const { id, kind, role, entrance, apartment, createdAt, expiresAt } = invitation;
  return {
    id,
    kind,
    role,
    ...(entrance !== null && { entrance }),
    ...(apartment !== null && { apartment }),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
