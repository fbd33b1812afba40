import { Injectable } from '@nestjs/common';
import type { SignInSession } from '../../../contract/http.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import { Transactions, type Tx } from '../../../platform/database/transactions.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { AuditService } from '../../audit/audit.service.js';
import type { Actor } from '../actor.js';
import type { AuthSession } from './auth-session.entities.js';
import { AuthSessionRepository } from './auth-session.repository.js';
import { RefreshTokens } from './refresh-tokens.js';

/** Lists and ends a user's sessions. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: AuthSessionRepository,
    private readonly refreshTokens: RefreshTokens,
    private readonly clock: Clock,
    private readonly signals: ChangeSignals,
    private readonly audit: AuditService,
  ) {}

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
  async end({ userId }: Actor, id: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const ended = await this.sessions.end(tx, { id, userId }, this.clock.now());
      if (!ended) throw new AppError('auth.session_not_found');
      await this.audit.write(tx, { action: 'session.ended', actorId: userId, subjectId: id });
    });
    this.signals.publish('session', id);
  }

  /**
   * @param token the browser's refresh token
   * @param everywhere whether to end every session of the user, not only this browser's
   */
  async signOut(token: string, everywhere: boolean): Promise<void> {
    const session = await this.refreshTokens.sessionOf(token);
    if (!session) return;
    const ended = await this.transactions.run(async (tx) => {
      const ids = await this.endFor(tx, session, everywhere);
      const act = { action: 'session.ended', actorId: session.userId } as const;
      await this.audit.write(tx, ...ids.map((id) => ({ ...act, subjectId: id })));
      return ids;
    });
    for (const id of ended) this.signals.publish('session', id);
  }

  private async endFor(
    tx: Tx,
    { id, userId }: AuthSession,
    everywhere: boolean,
  ): Promise<string[]> {
    const now = this.clock.now();
    if (everywhere) return this.sessions.endAll(tx, userId, now);
    return (await this.sessions.end(tx, { id, userId }, now)) ? [id] : [];
  }
}
