import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type {
  CreatedInvitation,
  Invitation as InvitationListed,
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
import { CONFIG } from '../../../platform/tokens.js';
import { AuditService } from '../../audit/audit.service.js';
import { AccountsService } from '../../auth/accounts.service.js';
import type { Invitation } from './invitation.entity.js';
import { InvitationRepository } from './invitation.repository.js';
import { newToken, newTypedCode } from './invitation-tokens.js';
import type { Inviter } from './inviters.service.js';

const DAY_MS = 24 * 60 * 60_000;
const LIFETIME_MS: Record<InvitationKind, number> = { personal: 14 * DAY_MS, poster: 365 * DAY_MS };

export interface NewInvitation {
  kind: InvitationKind;
  role?: MembershipRole;
  entrance?: string;
  apartment?: string;
}

/** Creates, lists and withdraws a building's invitations: personal links and stairwell posters. */
@Injectable()
export class InvitationsService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly transactions: Transactions,
    private readonly invitations: InvitationRepository,
    private readonly accounts: AccountsService,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /**
   * A new poster replaces the old one. The token is returned once and saved as a hash only.
   * @throws AppError invitation.too_many; a building has one poster, which does not count
   */
  async create(
    { membershipId, userId, buildingId }: Inviter,
    input: NewInvitation,
  ): Promise<CreatedInvitation> {
    const token = newToken();
    const code = input.kind === 'poster' ? newTypedCode() : undefined;
    const now = this.clock.now();
    const invitation = {
      id: randomUUID(),
      buildingId,
      kind: input.kind,
      // Every passer-by can read a poster, so it never makes a manager.
      role: input.kind === 'poster' ? ('resident' as const) : (input.role ?? 'resident'),
      tokenHash: sha256(token),
      codeHash: code ? sha256(code) : null,
      entrance: input.entrance ?? null,
      apartment: input.apartment ?? null,
      invitedById: input.kind === 'personal' ? membershipId : null,
      administratorId: input.kind === 'personal' && membershipId === null ? userId : null,
      createdAt: now,
      expiresAt: this.clock.in(LIFETIME_MS[input.kind]),
      endedAt: null,
    };
    await this.transactions.run(async (tx) => {
      if (input.kind === 'poster') await this.invitations.endPosters(tx, buildingId, now);
      else await this.requireRoom(tx, userId);
      await this.invitations.insert(tx, invitation);
      await this.audit.write(tx, {
        action: 'invitation.created',
        actorId: userId,
        buildingId,
        subjectId: invitation.id,
        details: { kind: input.kind, role: invitation.role },
      });
    });
    return {
      id: invitation.id,
      url: `${this.config.publicUrl}${PAGES.join}#${token}`,
      ...(code && { code }),
      expiresAt: invitation.expiresAt.toISOString(),
    };
  }

  private async requireRoom(tx: Tx, userId: string): Promise<void> {
    await this.accounts.lock(tx, userId);
    const open = await this.invitations.countOpenBy(tx, userId, this.clock.now());
    if (open >= COUNTS.invitationsPerUser) throw new AppError('invitation.too_many');
  }

  async list(buildingId: string): Promise<Page<InvitationListed>> {
    const rows = await this.invitations.findOpen(buildingId);
    const items = rows.filter((row) => row.expiresAt > this.clock.now()).map(listedView);
    return { items, next: null };
  }

  /**
   * @param actorId the manager or administrator
   * @throws AppError invitation.not_found
   */
  async withdraw(actorId: string, buildingId: string, id: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const invitation = { id, buildingId };
      const withdrawn = await this.invitations.withdraw(tx, invitation, this.clock.now());
      if (!withdrawn) throw new AppError('invitation.not_found');
      const act = { action: 'invitation.withdrawn', actorId, buildingId } as const;
      await this.audit.write(tx, { ...act, subjectId: id });
    });
  }
}

function listedView(invitation: Invitation): InvitationListed {
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
