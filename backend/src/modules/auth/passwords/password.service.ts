import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import { Transactions, type Tx } from '../../../platform/database/transactions.js';
import type { Logger } from '../../../platform/logging.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { LOGGER } from '../../../platform/tokens.js';
import { AuditService } from '../../audit/audit.service.js';
import type { Actor } from '../actor.js';
import { isLong } from '../auth.entities.js';
import { AuthSessionRepository } from '../sessions/auth-session.repository.js';
import { UserRepository } from '../user.repository.js';
import { Passwords, requireLengthFor, wrongPassword } from './passwords.js';
import { ResetLinkRepository } from './reset-link.repository.js';
import { ResetLinksService } from './reset-links.service.js';

/** Replaces a user's password, by a one-time link or by the current password. */
@Injectable()
export class PasswordService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly sessions: AuthSessionRepository,
    private readonly links: ResetLinkRepository,
    private readonly resetLinks: ResetLinksService,
    private readonly clock: Clock,
    private readonly passwords: Passwords,
    private readonly signals: ChangeSignals,
    private readonly audit: AuditService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Ends every session of the user, and starts none.
   * @throws AppError auth.reset_link_invalid, or request.invalid when the password is too short for
   *   an administrator; the link then remains valid
   */
  async reset(token: string, password: string): Promise<void> {
    const userId = await this.resetLinks.ownerOf(token);
    // The token is checked first, so that a guessed token does not cost a hash.
    if (!userId) throw new AppError('auth.reset_link_invalid');
    const passwordHash = await this.passwords.hash(password);
    const ended = await this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, { id: userId });
      await this.resetLinks.use(tx, token);
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
    if (!(await this.passwords.matches(known.passwordHash, current)))
      throw wrongPassword('current');
    const passwordHash = await this.passwords.hash(password);
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
    await this.users.setPassword(tx, userId, { passwordHash, passwordIsLong: isLong(password) });
    await this.links.deleteFor(tx, userId);
    await this.audit.write(tx, { action: 'account.password_changed', actorId: userId });
    return this.sessions.endAll(tx, userId, this.clock.now(), currentSessionId);
  }

  private announce(userId: string, endedSessions: string[], fact: string): void {
    for (const id of endedSessions) this.signals.publish('session', id);
    this.signals.publish('person', userId);
    this.logger.info({ userId, endedSessions: endedSessions.length }, fact);
  }
}
