import { Inject, Injectable } from '@nestjs/common';
import { ERRORS } from '../../../contract/errors.js';
import type { CreatedResetLink } from '../../../contract/http.js';
import { TIMES } from '../../../contract/limits.js';
import { PAGES } from '../../../contract/paths.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { Transactions, type Tx } from '../../../platform/database/transactions.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { newToken, sha256 } from '../../../platform/secret-texts.js';
import type { Logger } from '../../../platform/logging.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { CONFIG, LOGGER } from '../../../platform/tokens.js';
import { AuditService } from '../../audit/audit.service.js';
import type { Actor } from '../actor.js';
import { isLong, type ResetLink, type UserRow } from '../auth.entities.js';
import { AuthSessionRepository } from '../sessions/auth-session.repository.js';
import { UserRepository } from '../user.repository.js';
import { Passwords, requireLengthFor, wrongPassword } from './passwords.js';

const TOKEN_BYTES = 16;

/** Throws to refuse the link. The user is locked, so that their rights cannot change meanwhile. */
type Check = (tx: Tx, user: UserRow) => Promise<void>;

/**
 * Replaces a user's password, by the current one or by a one-time link. There is no mail server: the
 * creator of a link hands it over.
 */
@Injectable()
export class PasswordService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly sessions: AuthSessionRepository,
    private readonly clock: Clock,
    private readonly passwords: Passwords,
    private readonly signals: ChangeSignals,
    private readonly audit: AuditService,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Ends every session of the user, and starts none.
   * @throws AppError auth.reset_link_invalid, or request.invalid when the password is too short for
   *   an administrator; the link then remains valid
   */
  async reset(token: string, password: string): Promise<void> {
    const link = await this.users.findLink(sha256(token), this.clock.now());
    // The token is checked first, so that a guessed token does not cost a hash.
    if (!link) throw new AppError('auth.reset_link_invalid');
    const { userId } = link;
    const passwordHash = await this.passwords.hash(password, userId);
    const ended = await this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, { id: userId });
      const isUsed = await this.users.useLink(tx, sha256(token), this.clock.now());
      if (!isUsed) throw new AppError('auth.reset_link_invalid');
      await this.audit.write(tx, { action: 'reset_link.used', actorId: userId });
      requireLengthFor(user?.roles ?? [], password);
      return this.replace(tx, userId, { password, passwordHash });
    });
    this.announce(userId, ended, 'password reset by a link');
  }

  /**
   * Ends every session of the user except the caller's.
   * @throws AppError auth.wrong_password, or request.invalid when the new one is too short for an
   *   administrator
   */
  async change(
    { userId, sessionId, roles }: Actor,
    current: string,
    password: string,
  ): Promise<void> {
    requireLengthFor(roles, password);
    const known = await this.users.get(userId);
    if (!(await this.passwords.matches(known.passwordHash, current, userId)))
      throw wrongPassword('current');
    const passwordHash = await this.passwords.hash(password, userId);
    const ended = await this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, { id: userId });
      if (user?.passwordHash !== known.passwordHash) throw wrongPassword('current');
      requireLengthFor(user.roles, password);
      return this.replace(tx, userId, { password, passwordHash, currentSessionId: sessionId });
    });
    this.announce(userId, ended, 'password changed');
  }

  private async replace(
    tx: Tx,
    userId: string,
    input: { password: string; passwordHash: string; currentSessionId?: string },
  ): Promise<string[]> {
    const { password, passwordHash, currentSessionId } = input;
    await this.users.update(tx, userId, { passwordHash, passwordIsLong: isLong(password) });
    await this.users.deleteLinkFor(tx, userId);
    // A restored backup ends the other sessions again by this (decision 85).
    const details = { ...(currentSessionId && { session: currentSessionId }) };
    await this.audit.write(tx, { action: 'account.password_changed', actorId: userId, details });
    return this.sessions.endAll(tx, userId, this.clock.now(), currentSessionId);
  }

  private announce(userId: string, endedSessions: string[], fact: string): void {
    for (const id of endedSessions) this.signals.publish('session', id);
    this.signals.publish('person', userId);
    this.logger.info({ userId, endedSessions: endedSessions.length }, fact);
  }

  /**
   * Replaces the user's previous link. The token is returned once and saved as a hash only.
   * @param owner the user whose password the link replaces
   * @param madeBy the id of the user who hands the link over
   * @param lock locks what must be locked before the user
   * @throws AppError account.not_found
   */
  async createLink(
    owner: { id: string } | { email: string },
    madeBy: string,
    lock?: (tx: Tx) => Promise<unknown>,
    check?: Check,
  ): Promise<CreatedResetLink> {
    const token = newToken(TOKEN_BYTES);
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
      await this.users.saveLink(tx, link);
      // A request is for one link, so that a manager cannot make a second one unnoticed.
      await this.users.update(tx, user.id, { resetAskedAt: null });
      const act = { action: 'reset_link.created', actorId: madeBy, subjectId: user.id } as const;
      await this.audit.write(tx, act);
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
  async requestLink(userId: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.users.update(tx, userId, { resetAskedAt: this.clock.now() });
      await this.audit.write(tx, { action: 'reset_link.requested', actorId: userId });
    });
  }

  /** @returns whether the user's own request still allows a link */
  isLinkRequested({ resetAskedAt }: UserRow): boolean {
    return resetAskedAt !== null && resetAskedAt > this.clock.ago(TIMES.resetLinkMs);
  }

  /** @returns the user's open link, which is shown to that user */
  async openLinkFor(userId: string): Promise<Pick<ResetLink, 'madeBy' | 'expiresAt'> | undefined> {
    return (await this.users.findLinkFor(userId, this.clock.now())) ?? undefined;
  }

  /** Deletes the user's open link, if there is one. */
  async withdrawLink(userId: string): Promise<void> {
    const isDeleted = await this.transactions.run(async (tx) => {
      await this.users.lock(tx, { id: userId });
      if (!(await this.users.deleteLinkFor(tx, userId))) return false;
      await this.audit.write(tx, { action: 'reset_link.withdrawn', actorId: userId });
      return true;
    });
    // The signal costs a sync of every socket of the user.
    if (isDeleted) this.signals.publish('person', userId);
  }

  /**
   * Deletes the links to the user's account and the links that the user made. Call it when a role
   * or status of the user's memberships changes, because these decide who may make a link for whom.
   */
  async endLinksAround(tx: Tx, userId: string): Promise<void> {
    await this.users.lock(tx, { id: userId });
    await this.users.deleteLinksForOrBy(tx, userId);
  }
}
