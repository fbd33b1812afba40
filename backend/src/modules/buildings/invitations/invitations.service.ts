import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Home } from '../../../contract/alarm.js';
import type {
  CreatedInvitation,
  CreatedLetter,
  HomesOfEntrance,
  Invitation,
  Page,
} from '../../../contract/http.js';
import { COUNTS, HOMES_PER_BUILDING, SERVER_TIMES } from '../../../contract/limits.js';
import { PAGES } from '../../../contract/paths.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { Transactions, type Tx } from '../../../platform/database/transactions.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { newToken, readableSymbols, sha256 } from '../../../platform/secret-texts.js';
import { CONFIG } from '../../../platform/tokens.js';
import { AuditService } from '../../audit/audit.service.js';
import { AccountsService } from '../../auth/accounts.service.js';
import type { Actor } from '../../auth/actor.js';
import { ConfirmationService } from '../../auth/second-factor/confirmation.service.js';
import { BuildingRepository } from '../building.repository.js';
import type { InvitationRow, MembershipRow } from '../buildings.entities.js';
import type { CreateInvitation } from '../buildings.dto.js';
import { flat, HomesService } from '../home-list/homes.service.js';
import { RightsService } from '../rights.service.js';
import { InvitationRepository } from './invitation.repository.js';

const TOKEN_BYTES = 16;
/** The symbols of a code that somebody reads and types. A poster's has 40 bits, a letter's 60. */
const POSTER_SYMBOLS = 8;
const LETTER_SYMBOLS = 12;

/** Those of an open invitation that differ from one kind to another. */
type Kind = Pick<InvitationRow, 'kind' | 'role' | 'entrance' | 'apartment' | 'expiresAt'>;

/**
 * A building's invitations: personal links, letters to homes, and stairwell posters. Managers create, list
 * and withdraw them, and administrators too, for a first manager. These methods throw AppError
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
    private readonly invitations: InvitationRepository,
    private readonly accounts: AccountsService,
    private readonly clock: Clock,
    private readonly audit: AuditService,
    private readonly memberships: BuildingRepository,
    private readonly homes: HomesService,
  ) {}

  /**
   * A new poster replaces the one of its entrance. The token of a personal invitation is returned once and
   * saved as a hash only.
   * @throws AppError invitation.too_many or invitation.home_has_enough, of which posters are no part, or
   *   second_factor.confirmation_required for an invitation that makes a manager or comes from an
   *   administrator: both open a building
   */
  async create(
    actor: Actor,
    buildingId: string,
    input: CreateInvitation,
  ): Promise<CreatedInvitation> {
    const isManager = await this.requireInviter(actor, buildingId);
    if (input.role === 'manager' || !isManager) await this.confirmation.requireRecent(actor);
    return this.transactions.run(async (tx) => {
      const own = await this.rights.requireRight(tx, 'invitations.manage', buildingId, actor);
      return this.add(tx, actor, buildingId, input, own);
    });
  }

  /**
   * Makes an invitation for somebody whose right to invite was checked.
   * @param own the manager's membership; null for an administrator
   * @throws AppError invitation.too_many or invitation.home_has_enough
   */
  async add(
    tx: Tx,
    { userId }: Actor,
    buildingId: string,
    input: CreateInvitation,
    own: MembershipRow | null = null,
  ): Promise<CreatedInvitation> {
    const { kind } = input;
    const isPoster = kind === 'poster';
    // Every passer-by can read a poster, so it never makes a manager.
    const role = isPoster ? 'resident' : (input.role ?? 'resident');
    const token = newToken(TOKEN_BYTES);
    const code = isPoster ? readableSymbols(POSTER_SYMBOLS) : undefined;
    const wanted = { ...input, apartment: (!isPoster && input.apartment) || '' };
    const { entrance = null, apartment } = await this.homes.find(tx, buildingId, wanted, true);
    if (isPoster) await this.invitations.endPoster(tx, buildingId, entrance, this.clock.now());
    else await this.requireRoom(tx, userId, buildingId, wanted);
    const home = { entrance, apartment: apartment || null };
    const expiresAt = this.clock.in(isPoster ? SERVER_TIMES.posterMs : SERVER_TIMES.invitationMs);
    const open = { kind, role, ...home, expiresAt };
    const row = this.rowOf(open, { token, ...(code && { code }) }, { buildingId, own, userId });
    await this.invitations.insert(tx, row);
    const act = { action: 'invitation.created', actorId: userId, buildingId } as const;
    await this.audit.write(tx, { ...act, subjectId: row.id, details: { kind, role } });
    const url = this.urlOf(token);
    return { id: row.id, url, ...(code && { code }), expiresAt: expiresAt.toISOString() };
  }

  /**
   * Makes a letter for each home. A new letter ends the earlier ones of its home.
   * @returns the letters in the order of the homes; their codes are saved as hashes only
   * @throws AppError home.too_many, invitation.home_has_enough when one of the homes has two open links, or
   *   second_factor.confirmation_required for an administrator; no letter is made then
   */
  async createLetters(
    actor: Actor,
    buildingId: string,
    wanted: HomesOfEntrance[],
  ): Promise<Page<CreatedLetter>> {
    const isManager = await this.requireInviter(actor, buildingId);
    if (!isManager) await this.confirmation.requireRecent(actor);
    const letters = await this.transactions.run(async (tx) => {
      const own = await this.rights.requireRight(tx, 'invitations.manage', buildingId, actor);
      const homes = await this.homes.asListed(tx, buildingId, flat(wanted));
      if (homes.length > HOMES_PER_BUILDING) throw new AppError('home.too_many');
      const now = this.clock.now();
      const isFull = await this.invitations.hasFullHome(tx, buildingId, homes, now);
      if (isFull) throw new AppError('invitation.home_has_enough');
      await this.invitations.endLetters(tx, buildingId, homes, now);
      const expiresAt = this.clock.in(SERVER_TIMES.letterMs);
      const made = homes.map(({ entrance = null, apartment }) => {
        const secret = {
          token: newToken(TOKEN_BYTES),
          code: readableSymbols(LETTER_SYMBOLS),
        };
        const open = {
          kind: 'personal',
          role: 'resident',
          entrance,
          apartment,
          expiresAt,
        } as const;
        const row = this.rowOf(open, secret, { buildingId, own, userId: actor.userId });
        return { row, ...secret };
      });
      await this.invitations.insert(tx, ...made.map(({ row }) => row));
      const act = { action: 'invitation.created', actorId: actor.userId, buildingId } as const;
      await this.audit.write(tx, { ...act, details: { kind: 'letter', count: made.length } });
      return made;
    });
    const items = letters.map(({ row, token, code }) => ({
      id: row.id,
      ...homeOf(row),
      apartment: row.apartment ?? '',
      url: this.urlOf(token),
      code,
      expiresAt: row.expiresAt.toISOString(),
    }));
    return { items, next: null };
  }

  async list(actor: Actor, buildingId: string): Promise<Page<Invitation>> {
    await this.requireInviter(actor, buildingId);
    const rows = await this.invitations.findOpen(buildingId);
    const items = rows
      .filter((row) => row.expiresAt > this.clock.now())
      .map((row) => this.listedView(row));
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

  private async requireRoom(
    tx: Tx,
    userId: string,
    buildingId: string,
    { entrance, apartment }: Partial<Home>,
  ): Promise<void> {
    await this.accounts.lock(tx, userId);
    const now = this.clock.now();
    if (apartment) {
      const home = { entrance, apartment };
      const open = await this.invitations.countOpenFor(tx, buildingId, home, now);
      if (open >= COUNTS.invitationsPerHome) throw new AppError('invitation.home_has_enough');
    } else {
      const open = await this.invitations.countOpenBy(tx, userId, now);
      if (open >= COUNTS.invitationsPerUser) throw new AppError('invitation.too_many');
    }
  }

  private rowOf(
    open: Kind,
    { token, code }: { token: string; code?: string },
    maker: { buildingId: string; own: MembershipRow | null; userId: string },
  ): InvitationRow {
    const { buildingId, own, userId } = maker;
    const isPoster = open.kind === 'poster';
    return {
      id: randomUUID(),
      buildingId,
      ...open,
      tokenHash: sha256(token),
      codeHash: code ? sha256(code) : null,
      posterToken: isPoster ? token : null,
      posterCode: (isPoster && code) || null,
      invitedById: !isPoster && own ? own.id : null,
      administratorId: isPoster || own ? null : userId,
      createdAt: this.clock.now(),
      endedAt: null,
    };
  }

  private listedView(invitation: InvitationRow): Invitation {
    const { id, kind, role, posterToken, posterCode, createdAt, expiresAt } = invitation;
    return {
      id,
      kind,
      role,
      ...homeOf(invitation),
      ...(posterToken && { url: this.urlOf(posterToken) }),
      ...(posterCode && { code: posterCode }),
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    };
  }

  private urlOf(token: string): string {
    return `${this.config.publicUrl}${PAGES.join}#${token}`;
  }
}

/** @returns the home that the invitation is for, without the parts that it leaves open */
export const homeOf = ({
  entrance,
  apartment,
}: Pick<InvitationRow, 'entrance' | 'apartment'>): Partial<Home> => ({
  ...(entrance !== null && { entrance }),
  ...(apartment !== null && { apartment }),
});
