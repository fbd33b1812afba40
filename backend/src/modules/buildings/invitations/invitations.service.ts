import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull, type EntityManager } from 'typeorm';
import type {
  CreatedInvitation,
  Invitation as InvitationListed,
  InvitationKind,
  InvitationView,
  Membership as MembershipView,
  MembershipRole,
  Page,
} from '../../../contract/http.js';
import { PAGES } from '../../../contract/paths.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { sha256 } from '../../../platform/hashing.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { CONFIG } from '../../../platform/tokens.js';
import { AuditService } from '../../audit/audit.service.js';
import { Building } from '../building.entity.js';
import { BuildingsService, type Resident } from '../buildings.service.js';
import { Invitation } from './invitation.entity.js';
import { membershipView } from '../memberships/membership-views.js';

const DAY_MS = 24 * 60 * 60_000;
const LIFETIME_MS: Record<InvitationKind, number> = { personal: 14 * DAY_MS, poster: 365 * DAY_MS };
const TOKEN_BYTES = 16;
/** Without the letters and digits that are mistaken for each other on paper: 31^8 is 39.6 bits. */
const TYPED_SYMBOLS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const TYPED_LENGTH = 8;

export interface NewInvitation {
  kind: InvitationKind;
  role?: MembershipRole;
  entrance?: string;
  apartment?: string;
}

/** Ways into a building: a link for one person, or a poster for the stairwell. */
@Injectable()
export class InvitationsService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly buildings: BuildingsService,
    private readonly signals: ChangeSignals,
    private readonly audit: AuditService,
  ) {}

  /**
   * A new poster replaces the old one. The token is told once and kept as a hash only.
   * @param actorId the manager
   */
  async create(
    actorId: string,
    buildingId: string,
    input: NewInvitation,
  ): Promise<CreatedInvitation> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const code = input.kind === 'poster' ? typedCode() : undefined;
    const now = this.clock.now();
    const invitation = {
      id: randomUUID(),
      buildingId,
      kind: input.kind,
      // A poster hangs where anybody may read it, so it never makes a manager.
      role: input.kind === 'poster' ? ('resident' as const) : (input.role ?? 'resident'),
      tokenHash: sha256(token),
      codeHash: code ? sha256(code) : null,
      entrance: input.entrance ?? null,
      apartment: input.apartment ?? null,
      createdAt: now,
      expiresAt: this.clock.in(LIFETIME_MS[input.kind]),
      endedAt: null,
    };
    await this.database.transaction(async (tx) => {
      if (input.kind === 'poster') {
        const others = { buildingId, kind: input.kind, endedAt: IsNull() };
        await tx.update(Invitation, others, { endedAt: now });
      }
      await tx.insert(Invitation, invitation);
      await this.audit.write(tx, {
        action: 'invitation.created',
        actorId,
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

  async list(buildingId: string): Promise<Page<InvitationListed>> {
    const rows = await this.database.getRepository(Invitation).find({
      where: { buildingId, endedAt: IsNull() },
      order: { createdAt: 'DESC' },
    });
    const items = rows
      .filter((row) => row.expiresAt > this.clock.now())
      .map(({ id, kind, role, entrance, apartment, createdAt, expiresAt }) => ({
        id,
        kind,
        role,
        ...(entrance !== null && { entrance }),
        ...(apartment !== null && { apartment }),
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      }));
    return { items, next: null };
  }

  /**
   * @param actorId the manager
   * @throws AppError invitation.not_found
   */
  async withdraw(actorId: string, buildingId: string, id: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const living = { id, buildingId, endedAt: IsNull() };
      const { affected } = await tx.update(Invitation, living, { endedAt: this.clock.now() });
      if (affected !== 1) throw new AppError('invitation.not_found');
      const act = { action: 'invitation.withdrawn', actorId, buildingId } as const;
      await this.audit.write(tx, { ...act, subjectId: id });
    });
  }

  /** @throws AppError invitation.not_found when it is unknown, used, withdrawn or too old */
  async lookUp(token: string): Promise<InvitationView> {
    const { invitation, building } = await this.find(this.database.manager, token);
    const { kind, entrance, apartment } = invitation;
    return {
      kind,
      building: { id: building.id, name: building.name, address: building.address },
      ...(entrance !== null && { entrance }),
      ...(apartment !== null && { apartment }),
    };
  }

  /**
   * A personal link works once and makes an active member; from a poster one waits for a manager.
   * @throws AppError invitation.not_found or membership.already_exists
   */
  async accept(token: string, person: Resident): Promise<MembershipView> {
    const view = await this.database.transaction(async (tx) => {
      const { invitation, building } = await this.find(tx, token);
      const personal = invitation.kind === 'personal';
      const status = personal ? 'active' : 'pending';
      const membership = await this.buildings.join(
        tx,
        building.id,
        person,
        invitation.role,
        status,
      );
      if (personal) {
        await tx.update(Invitation, invitation.id, { endedAt: this.clock.now() });
      }
      await this.audit.write(tx, {
        action: 'invitation.accepted',
        actorId: person.userId,
        buildingId: building.id,
        subjectId: invitation.id,
      });
      return membershipView(membership, building);
    });
    this.signals.publish('person', person.userId);
    return view;
  }

  private async find(
    tx: EntityManager,
    token: string,
  ): Promise<{ invitation: Invitation; building: Building }> {
    const which =
      token.length === TYPED_LENGTH
        ? { codeHash: sha256(token.toUpperCase()) }
        : { tokenHash: sha256(token) };
    const inTransaction = tx.queryRunner?.isTransactionActive === true;
    const invitation = await tx.findOne(Invitation, {
      where: { ...which, endedAt: IsNull() },
      ...(inTransaction && { lock: { mode: 'pessimistic_write' as const } }),
    });
    if (!invitation || invitation.expiresAt <= this.clock.now()) {
      throw new AppError('invitation.not_found');
    }
    const building = await tx.findOneByOrFail(Building, { id: invitation.buildingId });
    return { invitation, building };
  }
}

function typedCode(): string {
  const symbol = (): string => TYPED_SYMBOLS[randomInt(TYPED_SYMBOLS.length)] ?? '';
  return Array.from({ length: TYPED_LENGTH }, symbol).join('');
}
