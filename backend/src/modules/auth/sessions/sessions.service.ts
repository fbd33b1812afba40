import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { SignedIn, SignInSession } from '../../../contract/http.js';
import { Clock } from '../../../platform/clock.js';
import { Transactions, type Tx } from '../../../platform/database/transactions.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { AuditService } from '../../audit/audit.service.js';
import type { Actor } from '../actor.js';
import type { UserRow } from '../auth.entities.js';
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

/** Starts, lists and ends a user's sessions. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly sessions: AuthSessionRepository,
    private readonly clock: Clock,
    private readonly accessTokens: AccessTokens,
    private readonly refreshTokens: RefreshTokens,
    private readonly signals: ChangeSignals,
    private readonly audit: AuditService,
  ) {}

  /**
   * Starts the session of a user who has proved who they are.
   * @param user as read before the password was checked
   * @param label the browser and system, as the user recognises them
   * @param how `first` records the sign-up; `useCode` uses a code up in the session's transaction
   * @throws AppError auth.invalid_credentials when the password was replaced, and what `useCode`
   *   throws
   */
  async start(
    user: UserRow,
    label: string,
    { first, useCode }: { first?: 'account.signed_up'; useCode?: (tx: Tx) => Promise<void> } = {},
  ): Promise<SignInResult> {
    const { id: userId } = user;
    const sessionId = randomUUID();
    const refreshExpiresAt = this.refreshTokens.sessionEnd();
    const refreshToken = await this.transactions.run(async (tx) => {
      // A password that was replaced while it was being checked must not sign in.
      const unchanged = await this.users.lockWithPassword(tx, userId, user.passwordHash);
      if (!unchanged) throw new AppError('auth.invalid_credentials');
      await useCode?.(tx);
      const createdAt = this.clock.now();
      await this.sessions.insert(tx, {
        id: sessionId,
        userId,
        label,
        createdAt,
        expiresAt: refreshExpiresAt,
        endedAt: null,
        secondFactorAt: useCode ? createdAt : null,
      });
      const act = { actorId: userId, subjectId: sessionId };
      const signUp = first ? [{ action: first, ...act }] : [];
      await this.audit.write(tx, ...signUp, { action: 'session.started', ...act });
      return this.refreshTokens.issue(tx, sessionId);
    });
    return { body: this.bodyFor(user, sessionId), refreshToken, refreshExpiresAt };
  }

  /**
   * Prolongs a session by a new access token.
   * @throws AppError auth.session_ended
   */
  async refresh(token: string): Promise<SignInResult> {
    const rotation = await this.refreshTokens.rotate(token);
    const user = await this.users.get(rotation.userId);
    return {
      body: this.bodyFor(user, rotation.sessionId),
      refreshToken: rotation.token,
      refreshExpiresAt: rotation.expiresAt,
    };
  }

  /** @returns the active sessions, newest first */
  async list({ userId, sessionId }: Actor): Promise<SignInSession[]> {
    const sessions = await this.sessions.findActive(userId, this.clock.now());
    return sessions.map(({ id, label, createdAt, expiresAt }) => ({
      id,
      label,
      current: id === sessionId,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    }));
  }

  /** @throws AppError auth.session_not_found, the same for another user's session */
  async end({ userId }: Pick<Actor, 'userId'>, id: string): Promise<void> {
    const ended = await this.endAll(userId, (tx) =>
      this.sessions.end(tx, { id, userId }, this.clock.now()),
    );
    if (ended.length === 0) throw new AppError('auth.session_not_found');
  }

  /**
   * @param token the browser's refresh token
   * @param everywhere whether to end every session of the user, not only this browser's
   */
  async signOut(token: string, everywhere: boolean): Promise<void> {
    const session = await this.refreshTokens.sessionOf(token);
    if (!session) return;
    const { id, userId } = session;
    await this.endAll(userId, (tx) =>
      everywhere
        ? this.sessions.endAll(tx, userId, this.clock.now())
        : this.sessions.end(tx, { id, userId }, this.clock.now()),
    );
  }

  /** @param end returns the ids of the sessions that it ended, as this method does */
  private async endAll(userId: string, end: (tx: Tx) => Promise<string[]>): Promise<string[]> {
    const ended = await this.transactions.run(async (tx) => {
      const ids = await end(tx);
      const act = { action: 'session.ended', actorId: userId } as const;
      await this.audit.write(tx, ...ids.map((id) => ({ ...act, subjectId: id })));
      return ids;
    });
    for (const id of ended) this.signals.publish('session', id);
    return ended;
  }

  private bodyFor({ id, email, roles }: UserRow, sessionId: string): SignedIn {
    return { user: { id, email, roles }, ...this.accessTokens.sign(id, sessionId) };
  }
}
