import { Inject, Injectable } from '@nestjs/common';
import { DataSource, Not, type EntityManager } from 'typeorm';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import type { Logger } from '../../../platform/logging.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { LOGGER } from '../../../platform/tokens.js';
import { AuditService } from '../../audit/audit.service.js';
import type { Actor } from '../actor.js';
import { endSessions } from '../sessions/end-sessions.js';
import { lockUser } from '../lock-user.js';
import { isLong, requireLengthFor } from './password-length.js';
import { Passwords } from './passwords.js';
import { ResetLink } from './reset-link.entity.js';
import { ResetLinksService } from './reset-links.service.js';
import { User } from '../user.entity.js';
import { wrongPassword } from './wrong-password.js';

/** A new password in the place of one that is forgotten, or known. */
@Injectable()
export class PasswordService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly passwords: Passwords,
    private readonly resetLinks: ResetLinksService,
    private readonly signals: ChangeSignals,
    private readonly audit: AuditService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Ends every sign-in of the person, and signs nobody in.
   * @throws AppError auth.reset_link_invalid, or request.invalid when the password is too short for
   *   an administrator: the link is good for another try
   */
  async reset(token: string, password: string): Promise<void> {
    const userId = await this.resetLinks.ownerOf(token);
    // Asked before the hash, which is dear: a guess must cost us nothing.
    if (!userId) throw new AppError('auth.reset_link_invalid');
    const passwordHash = await this.passwords.hash(password);
    const ended = await this.database.transaction(async (tx) => {
      const user = await lockUser(tx, { id: userId });
      await this.resetLinks.use(tx, token);
      await this.audit.write(tx, { action: 'reset_link.used', actorId: userId });
      requireLengthFor(user?.roles ?? [], password);
      return this.replace(tx, userId, { password, passwordHash });
    });
    this.tell(userId, ended, 'password reset by a link');
  }

  /**
   * The sign-in that asks stays; all others of the person end.
   * @throws AppError auth.wrong_password, or request.invalid when the new one is too short for an
   *   administrator
   */
  async change(
    { userId, sessionId, roles }: Actor,
    current: string,
    password: string,
  ): Promise<void> {
    requireLengthFor(roles, password);
    const known = await this.database.getRepository(User).findOneByOrFail({ id: userId });
    if (!(await this.passwords.matches(known.passwordHash, current)))
      throw wrongPassword('current');
    const passwordHash = await this.passwords.hash(password);
    const ended = await this.database.transaction(async (tx) => {
      const user = await lockUser(tx, { id: userId });
      if (user?.passwordHash !== known.passwordHash) throw wrongPassword('current');
      requireLengthFor(user.roles, password);
      return this.replace(tx, userId, { password, passwordHash, keptSessionId: sessionId });
    });
    this.tell(userId, ended, 'password changed');
  }

  private async replace(
    tx: EntityManager,
    userId: string,
    kept: { password: string; passwordHash: string; keptSessionId?: string },
  ): Promise<string[]> {
    const { password, passwordHash, keptSessionId } = kept;
    await tx.update(User, userId, { passwordHash, passwordIsLong: isLong(password) });
    await tx.delete(ResetLink, { userId });
    await this.audit.write(tx, { action: 'account.password_changed', actorId: userId });
    const which = { userId, ...(keptSessionId && { id: Not(keptSessionId) }) };
    return endSessions(tx, which, this.clock.now());
  }

  private tell(userId: string, endedSessions: string[], fact: string): void {
    for (const id of endedSessions) this.signals.publish('session', id);
    this.logger.info({ userId, endedSessions: endedSessions.length }, fact);
  }
}
