import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ERRORS } from '../../../contract/errors.js';
import type { CreatedResetLink } from '../../../contract/http.js';
import { TIMES } from '../../../contract/limits.js';
import { PAGES } from '../../../contract/paths.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { Transactions, type Tx } from '../../../platform/database/transactions.js';
import { sha256 } from '../../../platform/hashing.js';
import type { Logger } from '../../../platform/logging.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { CONFIG, LOGGER } from '../../../platform/tokens.js';
import { AuditService } from '../../audit/audit.service.js';
import type { ResetLink, UserRow } from '../auth.entities.js';
import { UserRepository } from '../user.repository.js';
import { ResetLinkRepository } from './reset-link.repository.js';

const TOKEN_BYTES = 16;

/** Throws to refuse the link. The user is locked, so that their rights cannot change meanwhile. */
type Check = (tx: Tx, user: UserRow) => Promise<void>;

/** One-time links to a new password. There is no mail server: the creator hands the link over. */
@Injectable()
export class ResetLinksService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly links: ResetLinkRepository,
    private readonly clock: Clock,
    private readonly signals: ChangeSignals,
    private readonly audit: AuditService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Replaces the user's previous link. The token is returned once and saved as a hash only.
   * @param owner the user whose password the link replaces
   * @param madeBy the id of the user who hands the link over
   * @param lock locks what must be locked before the user
   * @throws AppError account.not_found
   */
  async create(
    owner: { id: string } | { email: string },
    madeBy: string,
    lock?: (tx: Tx) => Promise<unknown>,
    check?: Check,
  ): Promise<CreatedResetLink> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const expiresAt = this.clock.in(TIMES.resetLinkMs);
    const userId = await this.transactions.run(async (tx) => {
      await lock?.(tx);
      const user = await this.users.lock(tx, owner);
      if (!user) {
        throw new AppError('account.not_found', {
          fields: { email: ERRORS['account.not_found'].message },
        });
      }
      await check?.(tx, user);
      const link = { userId: user.id, tokenHash: sha256(token), madeBy, expiresAt };
      await this.links.save(tx, link);
      // A request is for one link, so that a manager cannot make a second one unnoticed.
      await this.users.setResetAskedAt(tx, user.id, null);
      await this.audit.write(tx, {
        action: 'reset_link.created',
        actorId: madeBy,
        subjectId: user.id,
      });
      return user.id;
    });
    this.logger.info({ userId, madeBy }, 'reset link made');
    this.signals.publish('person', userId);
    return {
      url: `${this.config.publicUrl}${PAGES.reset}#${token}`,
      expiresAt: expiresAt.toISOString(),
    };
  }

  /** Lets a manager make one link for the signed-in user within a day, however new the member. */
  async request(userId: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.users.setResetAskedAt(tx, userId, this.clock.now());
      await this.audit.write(tx, { action: 'reset_link.requested', actorId: userId });
    });
  }

  /** @returns whether the user's own request still allows a link */
  isRequested({ resetAskedAt }: UserRow): boolean {
    return resetAskedAt !== null && resetAskedAt > this.clock.ago(TIMES.resetLinkMs);
  }

  /** @returns the user's open link, which is shown to that user */
  async openFor(userId: string): Promise<Pick<ResetLink, 'madeBy' | 'expiresAt'> | undefined> {
    return (await this.links.findFor(userId, this.clock.now())) ?? undefined;
  }

  /** Deletes the user's open link, if there is one. */
  async withdraw(userId: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.users.lock(tx, { id: userId });
      if (!(await this.links.deleteFor(tx, userId))) return;
      await this.audit.write(tx, { action: 'reset_link.withdrawn', actorId: userId });
    });
    this.signals.publish('person', userId);
  }

  /** @returns the owner's id, or undefined when the link is unknown, used, replaced or expired */
  async ownerOf(token: string): Promise<string | undefined> {
    const link = await this.links.find(sha256(token), this.clock.now());
    return link?.userId;
  }

  /**
   * Deletes the link, so that it works once. The caller must have locked the user.
   * @throws AppError auth.reset_link_invalid
   */
  async use(tx: Tx, token: string): Promise<void> {
    const used = await this.links.use(tx, sha256(token), this.clock.now());
    if (!used) throw new AppError('auth.reset_link_invalid');
  }

  /**
   * Deletes the links to the user's account and the links that the user made. Call it when a role
   * or status of the user's memberships changes, because these decide who may make a link for whom.
   */
  async endAround(tx: Tx, userId: string): Promise<void> {
    await this.users.lock(tx, { id: userId });
    await this.links.deleteForOrBy(tx, userId);
  }
}
