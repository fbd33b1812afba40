import { createHmac, type Hmac, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { TIMES } from '../../../contract/limits.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { Transactions, type Tx } from '../../../platform/database/transactions.js';
import { sha256 } from '../../../platform/hashing.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { CONFIG } from '../../../platform/tokens.js';
import { AuditService } from '../../audit/audit.service.js';
import type { AuthSession, RefreshToken } from '../auth.entities.js';
import { AuthSessionRepository } from './auth-session.repository.js';

/** Tabs that refresh simultaneously send the same token: a repeat within this time is no theft. */
const RACE_MS = 10_000;
const TOKEN_BYTES = 32;

export interface Rotation {
  sessionId: string;
  userId: string;
  token: string;
  expiresAt: Date;
}

type Outcome = Rotation | { stolenId: string } | undefined;

/**
 * Issues opaque refresh tokens and replaces each one when it is used (RFC 9700, 4.14.2). A token
 * determines its successor, so that a phone that lost the response gets the same successor again. A
 * token that is used after its successor counts as stolen and ends the session.
 */
@Injectable()
export class RefreshTokens {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly transactions: Transactions,
    private readonly sessions: AuthSessionRepository,
    private readonly clock: Clock,
    private readonly signals: ChangeSignals,
    private readonly audit: AuditService,
  ) {}

  /** @returns the first token of a new session; only its hash is saved */
  async issue(tx: Tx, sessionId: string): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await this.sessions.insertToken(tx, this.hashOf(token), sessionId);
    return token;
  }

  /** @throws AppError auth.session_ended when the token is stolen or has no active session */
  async rotate(token: string): Promise<Rotation> {
    const outcome = await this.transactions.run<Outcome>(async (tx) => {
      const session = await this.lockSessionOf(tx, token);
      // Another tab may have used the token before the lock, so it is read again.
      const known = session && (await this.sessions.findToken(this.hashesOf(token), tx));
      if (!known) return undefined;
      const successor = this.successorOf(token);
      if (known.usedAt === null) {
        await this.sessions.markTokenUsed(tx, known.hash, this.clock.now());
        await this.sessions.insertToken(tx, this.hashOf(successor), session.id);
      } else {
        const next = await this.sessions.findToken(this.hashesOf(successor), tx);
        // The token was used under another key, so its successor cannot be made again.
        if (!next) return undefined;
        if (this.isStolen(next)) {
          await this.endStolen(tx, session);
          return { stolenId: session.id };
        }
      }
      const { id: sessionId, userId, expiresAt } = session;
      return { sessionId, userId, token: successor, expiresAt };
    });
    if (outcome && 'token' in outcome) return outcome;
    if (outcome) this.signals.publish('session', outcome.stolenId);
    throw new AppError('auth.session_ended');
  }

  /** @returns the token's session; undefined when it is unknown or no longer active */
  async sessionOf(token: string): Promise<AuthSession | undefined> {
    const known = await this.sessions.findToken(this.hashesOf(token));
    return this.ifActive(known && (await this.sessions.find(known.sessionId)));
  }

  /** @returns the expiry of a session that starts now; a rotation does not prolong it */
  sessionEnd(): Date {
    return this.clock.in(TIMES.refreshTokenMs);
  }

  private async lockSessionOf(tx: Tx, token: string): Promise<AuthSession | undefined> {
    const known = await this.sessions.findToken(this.hashesOf(token), tx);
    return this.ifActive(known && (await this.sessions.lock(tx, known.sessionId)));
  }

  private ifActive(session: AuthSession | null): AuthSession | undefined {
    const isActive = session && !session.endedAt && session.expiresAt > this.clock.now();
    return isActive ? session : undefined;
  }

  private successorOf(token: string): string {
    return this.hmacOf(token).digest('base64url');
  }

  /** Returns the hash under which a token is stored: a new key makes all tokens unknown. */
  private hashOf(token: string): string {
    // No token has a space, so no hash is the successor of a token.
    return this.hmacOf(`stored ${token}`).digest('hex');
  }

  /** Until 0.2 the hash had no key. Such a token is replaced by its first use. */
  private hashesOf(token: string): string[] {
    return [this.hashOf(token), sha256(token)];
  }

  private hmacOf(text: string): Hmac {
    return createHmac('sha256', this.config.secrets.refreshKey).update(text);
  }

  private isStolen({ usedAt }: RefreshToken): boolean {
    return usedAt !== null && usedAt < this.clock.ago(RACE_MS);
  }

  private async endStolen(tx: Tx, { id, userId }: AuthSession): Promise<void> {
    await this.sessions.end(tx, { id, userId }, this.clock.now());
    await this.audit.write(tx, { action: 'session.replayed', actorId: userId, subjectId: id });
  }
}
