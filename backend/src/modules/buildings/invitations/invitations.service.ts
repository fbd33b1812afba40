import { randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type {
  CreatedInvitation,
  Invitation,
  InvitationKind,
  MembershipRole,
  Page,
} from '../../../contract/http.js';
import { COUNTS } from '../../../contract/limits.js';
import { PAGES } from '../../../contract/paths.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { Transactions, type Tx } from '../../../platform/database/transactions.js';
import { sha256 } from '../../../platform/hashing.js';
import { readableSymbols } from '../../../platform/readable-symbols.js';
import { CONFIG } from '../../../platform/tokens.js';
import { AuditService } from '../../audit/audit.service.js';
import { AccountsService } from '../../auth/accounts.service.js';
import type { Actor } from '../../auth/actor.js';
import { ConfirmationService } from '../../auth/second-factor/confirmation.service.js';
import { BuildingRepository } from '../building.repository.js';
import type { InvitationRow } from '../buildings.entities.js';
import { RightsService } from '../rights.service.js';
import { InvitationRepository, TYPED_LENGTH } from './invitation.repository.js';

const TOKEN_BYTES = 16;
const DAY_MS = 24 * 60 * 60_000;
const LIFETIME_MS: Record<InvitationKind, number> = { personal: 14 * DAY_MS, poster: 365 * DAY_MS };

export interface NewInvitation {
  kind: InvitationKind;
  role?: MembershipRole;
  entrance?: string;
  apartment?: string;
}

/**
 * Creates, lists and withdraws a building's invitations: personal links and stairwell posters. Managers
 * invite, and administrators too, for a first manager. Every method throws AppError
 * building.not_a_member or building.manager_required for everybody else, and, for an administrator,
 * second_factor.set_up_required or second_factor.confirmation_required.
 */
@Injectable()
export class InvitationsService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly transactions: Transactions,
    private readonly rights: RightsService,
    private readonly confirmation: ConfirmationService,
    private readonly buildings: BuildingRepository,
    private readonly invitations: InvitationRepository,
    private readonly accounts: AccountsService,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /**
   * A new poster replaces the old one. The token is returned once and saved as a hash only.
   * @throws AppError invitation.too_many, of which a building's one poster is no part, or
   *   second_factor.confirmation_required for an invitation that makes a manager or comes from an
   *   administrator: both open a building
   */
  async create(actor: Actor, buildingId: string, input: NewInvitation): Promise<CreatedInvitation> {
    const { userId } = actor;
    const isManager = await this.isManager(actor, buildingId);
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
      if (kind === 'poster') await this.invitations.endPosters(tx, buildingId, createdAt);
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
    await this.isManager(actor, buildingId);
    const rows = await this.invitations.findOpen(buildingId);
    const items = rows.filter((row) => row.expiresAt > this.clock.now()).map(listedView);
    return { items, next: null };
  }

  /** @throws AppError invitation.not_found */
  async withdraw(actor: Actor, invitation: { id: string; buildingId: string }): Promise<void> {
    const { id, buildingId } = invitation;
    await this.isManager(actor, buildingId);
    await this.transactions.run(async (tx) => {
      await this.rights.requireRight(tx, 'invitations.manage', buildingId, actor);
      const withdrawn = await this.invitations.withdraw(tx, invitation, this.clock.now());
      if (!withdrawn) throw new AppError('invitation.not_found');
      const act = { action: 'invitation.withdrawn', actorId: actor.userId, buildingId } as const;
      await this.audit.write(tx, { ...act, subjectId: id });
    });
  }

  /** @returns false for an administrator, who has no membership to invite by */
  private async isManager(actor: Actor, buildingId: string): Promise<boolean> {
    if (await this.rights.check('invitations.manage', buildingId, actor)) return true;
    await this.confirmation.requireForAdministration(actor);
    if (!(await this.buildings.exists(buildingId))) throw new AppError('building.not_a_member');
    return false;
  }

  private async requireRoom(tx: Tx, userId: string): Promise<void> {
    await this.accounts.lock(tx, userId);
    const open = await this.invitations.countOpenBy(tx, userId, this.clock.now());
    if (open >= COUNTS.invitationsPerUser) throw new AppError('invitation.too_many');
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
