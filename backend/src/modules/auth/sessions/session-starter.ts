import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { SignedIn } from '../../../contract/http.js';
import { Clock } from '../../../platform/clock.js';
import { Transactions, type Tx } from '../../../platform/database/transactions.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { AuditService } from '../../audit/audit.service.js';
import type { User } from '../user.entity.js';
import { UserRepository } from '../user.repository.js';
import { AccessTokens } from './access-tokens.js';
import { AuthSessionRepository } from './auth-session.repository.js';
import { RefreshTokens } from './refresh-tokens.js';

/** The response body of a sign-in, with the refresh token for the cookie. */
export interface SignInResult {
  body: SignedIn;
  refreshToken: string;
  refreshExpiresAt: Date;
}

/** Starts the session of a user who has proved who they are. */
@Injectable()
export class SessionStarter {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly sessions: AuthSessionRepository,
    private readonly clock: Clock,
    private readonly accessTokens: AccessTokens,
    private readonly refreshTokens: RefreshTokens,
    private readonly audit: AuditService,
  ) {}

  /**
   * @param user as read before the password was checked
   * @param label the browser and system, as the user recognises them
   * @param how `first` records the sign-up; `useCode` uses a code up in the session's transaction
   * @throws AppError auth.invalid_credentials when the password was replaced, and what `useCode`
   *   throws
   */
  async start(
    user: User,
    label: string,
    { first, useCode }: { first?: 'account.signed_up'; useCode?: (tx: Tx) => Promise<void> } = {},
  ): Promise<SignInResult> {
    const sessionId = randomUUID();
    const refreshExpiresAt = this.refreshTokens.sessionEnd();
    const refreshToken = await this.transactions.run(async (tx) => {
      // A password that was replaced while it was being checked must not sign in.
      const unchanged = await this.users.lockWithPassword(tx, user.id, user.passwordHash);
      if (!unchanged) throw new AppError('auth.invalid_credentials');
      await useCode?.(tx);
      const createdAt = this.clock.now();
      await this.sessions.insert(tx, {
        id: sessionId,
        userId: user.id,
        label,
        createdAt,
        expiresAt: refreshExpiresAt,
        endedAt: null,
        secondFactorAt: useCode ? createdAt : null,
      });
      const acts = [...(first ? [first] : []), 'session.started' as const];
      await this.audit.write(
        tx,
        ...acts.map((action) => ({ action, actorId: user.id, subjectId: sessionId })),
      );
      return this.refreshTokens.issue(tx, sessionId);
    });
    return { body: this.bodyFor(user, sessionId), refreshToken, refreshExpiresAt };
  }

  bodyFor({ id, email, roles }: User, sessionId: string): SignedIn {
    return { user: { id, email, roles }, ...this.accessTokens.sign(id, sessionId) };
  }
}
