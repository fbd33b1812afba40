import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { SignedIn } from '../../contract/http.js';
import { AppError } from '../../platform/errors/app-error.js';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transactions.js';
import { AuditService } from '../audit/audit.service.js';
import { newUser } from './new-user.js';
import { Passwords } from './passwords/passwords.js';
import { AccessTokens } from './sessions/access-tokens.js';
import { AuthSessionRepository } from './sessions/auth-session.repository.js';
import { RefreshTokens } from './sessions/refresh-tokens.js';
import type { User } from './user.entity.js';
import { UserRepository } from './user.repository.js';

/** The response body of a sign-in, with the refresh token for the cookie. */
export interface SignInResult {
  body: SignedIn;
  refreshToken: string;
  refreshExpiresAt: Date;
}

@Injectable()
export class SignInService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly sessions: AuthSessionRepository,
    private readonly clock: Clock,
    private readonly passwords: Passwords,
    private readonly accessTokens: AccessTokens,
    private readonly refreshTokens: RefreshTokens,
    private readonly audit: AuditService,
  ) {}

  /**
   * @param label the browser and system, as the user recognises them
   * @throws AppError auth.already_registered
   */
  async signUp(email: string, password: string, label: string): Promise<SignInResult> {
    const passwordHash = await this.passwords.hashForSignUp(password);
    const user = newUser({ email, password, passwordHash, createdAt: this.clock.now() });
    if (!(await this.users.insertUnlessTaken(user))) throw new AppError('auth.already_registered');
    return this.start(user, label, 'account.signed_up');
  }

  /** @throws AppError auth.invalid_credentials for an unknown user and for a wrong password */
  async signIn(email: string, password: string, label: string): Promise<SignInResult> {
    const user = await this.users.findByEmail(email.toLowerCase());
    const isRight = await this.passwords.matches(user?.passwordHash, password);
    if (!user || !isRight) {
      await this.audit.record({ action: 'session.refused', ...(user && { subjectId: user.id }) });
      throw new AppError('auth.invalid_credentials');
    }
    return this.start(user, label);
  }

  /** @throws AppError auth.session_ended */
  async refresh(token: string): Promise<SignInResult> {
    const rotation = await this.refreshTokens.rotate(token);
    const user = await this.users.get(rotation.userId);
    return {
      body: this.bodyFor(user, rotation.sessionId),
      refreshToken: rotation.token,
      refreshExpiresAt: rotation.expiresAt,
    };
  }

  private async start(
    user: User,
    label: string,
    first?: 'account.signed_up',
  ): Promise<SignInResult> {
    const sessionId = randomUUID();
    const refreshExpiresAt = this.refreshTokens.sessionEnd();
    const refreshToken = await this.transactions.run(async (tx) => {
      // A password that was replaced while it was being checked must not sign in.
      const unchanged = await this.users.lockWithPassword(tx, user.id, user.passwordHash);
      if (!unchanged) throw new AppError('auth.invalid_credentials');
      await this.sessions.insert(tx, {
        id: sessionId,
        userId: user.id,
        label,
        createdAt: this.clock.now(),
        expiresAt: refreshExpiresAt,
        endedAt: null,
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

  private bodyFor({ id, email, roles }: User, sessionId: string): SignedIn {
    return { user: { id, email, roles }, ...this.accessTokens.sign(id, sessionId) };
  }
}
