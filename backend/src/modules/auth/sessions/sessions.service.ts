import { createHmac, randomUUID, type Hmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { SignedIn, SignInSession } from '../../../contract/http.js';
import { TIMES } from '../../../contract/limits.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { Transactions, type Tx } from '../../../platform/database/transactions.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { PersonLimits, limitOf } from '../../../platform/limits/person-limits.js';
import { newToken, sha256 } from '../../../platform/secret-texts.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { CONFIG } from '../../../platform/tokens.js';
import { AuditService } from '../../audit/audit.service.js';
import type { Actor } from '../actor.js';
import type { AuthSession, UserRow } from '../auth.entities.js';
import { UserRepository } from '../user.repository.js';
import { AccessTokens } from './access-tokens.js';
import { AuthSessionRepository } from './auth-session.repository.js';

/** The response body of a sign-in, with the refresh token for the cookie. */
export interface SignInResult {
  body: SignedIn;
  refreshToken: string;
  refreshExpiresAt: Date;
}

/** Tabs that refresh simultaneously send the same token: a repeat within this time is no theft. */
const RACE_MS = 10_000;
const TOKEN_BYTES = 32;
/** Fifty tabs renew 375 times an hour, each of them every eight minutes. */
const RENEWALS = limitOf('refresh', 600, { windowS: 60 * 60 });
/** A statement has 65,535 parameters at most, and each act takes seven. */
const ACTS_PER_STATEMENT = 1_000;
/** More than a user's browsers need, and few enough that nobody fills the tables. */
const SESSIONS_PER_USER = 200;

/**
 * Starts, refreshes, lists and ends a user's sessions. A session's opaque refresh token is replaced when
 * it is used (RFC 9700, 4.14.2). It determines its successor, so that a phone that lost the response gets
 * the same successor again. A token that is used after its successor counts as stolen and ends the session.
 */
@Injectable()
export class SessionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly sessions: AuthSessionRepository,
    private readonly clock: Clock,
    private readonly accessTokens: AccessTokens,
    private readonly signals: ChangeSignals,
    private readonly audit: AuditService,
    private readonly limits: PersonLimits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Starts the session of a user who has proved who they are. It ends the user’s oldest ones beyond 200.
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
    const refreshExpiresAt = this.clock.in(TIMES.refreshTokenMs);
    const { refreshToken, ended } = await this.transactions.run(async (tx) => {
      // A password that was replaced while it was being checked must not sign in.
      const unchanged = await this.users.lockWithPassword(tx, userId, user.passwordHash);
      if (!unchanged) throw new AppError('auth.invalid_credentials');
      await useCode?.(tx);
      const createdAt = this.clock.now();
      const others = SESSIONS_PER_USER - 1;
      const ended = this.config.rateLimits
        ? await this.sessions.endOldest(tx, userId, createdAt, others)
        : [];
      await this.writeEnds(tx, userId, ended);
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
      return { refreshToken: await this.issue(tx, sessionId), ended };
    });
    this.announceEnds(ended);
    return { body: this.bodyFor(user, sessionId), refreshToken, refreshExpiresAt };
  }

  /**
   * Replaces both tokens; the session does not become longer.
   * @throws AppError auth.session_ended when the token is stolen or has no active session, or
   *   request.rate_limited, which leaves the token as it is
   */
  async refresh(token: string): Promise<SignInResult> {
    const { session, successor } = await this.rotate(token);
    const user = await this.users.get(session.userId);
    return {
      body: this.bodyFor(user, session.id),
      refreshToken: successor,
      refreshExpiresAt: session.expiresAt,
    };
  }

  /** @returns the active sessions, newest first; an account from before the limit may have more */
  async list({ userId, sessionId }: Actor): Promise<SignInSession[]> {
    const sessions = await this.sessions.findActive(userId, this.clock.now(), SESSIONS_PER_USER);
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
    const session = await this.sessionOf(token);
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
      await this.writeEnds(tx, userId, ids);
      return ids;
    });
    this.announceEnds(ended);
    return ended;
  }

  private async writeEnds(tx: Tx, userId: string, ids: string[]): Promise<void> {
    const acts = ids.map(
      (id) => ({ action: 'session.ended', actorId: userId, subjectId: id }) as const,
    );
    for (let from = 0; from < acts.length; from += ACTS_PER_STATEMENT) {
      await this.audit.write(tx, ...acts.slice(from, from + ACTS_PER_STATEMENT));
    }
  }

  /** Closes the connections of ended sessions, and deletes their push subscriptions. */
  private announceEnds(ids: string[]): void {
    for (const id of ids) this.signals.publish('session', id);
  }

  private bodyFor({ id, email, roles }: UserRow, sessionId: string): SignedIn {
    return { user: { id, email, roles }, ...this.accessTokens.sign(id, sessionId) };
  }

  /** @returns the first token of a new session; only its hash is saved */
  private async issue(tx: Tx, sessionId: string): Promise<string> {
    const token = newToken(TOKEN_BYTES);
    await this.sessions.insertToken(tx, this.hashOf(token), sessionId);
    return token;
  }

  /** @returns the token's session, and the token that replaces it */
  private async rotate(token: string): Promise<{ session: AuthSession; successor: string }> {
    const rotation = await this.transactions.run(async (tx) => {
      const session = await this.sessionOf(token, tx);
      // Another tab may have used the token before the lock, so it is read again.
      const known = session && (await this.sessions.findToken(this.hashesOf(token), tx));
      if (!known) return undefined;
      const successor = this.hmacOf(token).digest('base64url');
      if (known.usedAt === null) {
        // Only a token that adds a row counts, or a thief who spends the limit could hide a replay.
        await this.limits.take(RENEWALS, `${session.userId} ${session.id}`);
        await this.sessions.markTokenUsed(tx, known.hash, this.clock.now());
        await this.sessions.insertToken(tx, this.hashOf(successor), session.id);
        return { session, successor, isStolen: false };
      }
      const next = await this.sessions.findToken(this.hashesOf(successor), tx);
      // The token was used under another key, so its successor cannot be made again.
      if (!next) return undefined;
      const isStolen = next.usedAt !== null && next.usedAt < this.clock.ago(RACE_MS);
      if (isStolen) {
        const { id, userId } = session;
        await this.sessions.end(tx, session, this.clock.now());
        await this.audit.write(tx, { action: 'session.replayed', actorId: userId, subjectId: id });
      }
      return { session, successor, isStolen };
    });
    if (rotation?.isStolen) this.signals.publish('session', rotation.session.id);
    if (!rotation || rotation.isStolen) throw new AppError('auth.session_ended');
    return rotation;
  }

  /**
   * @param tx locks the session
   * @returns the token's session; undefined when it is unknown or no longer active
   */
  private async sessionOf(token: string, tx?: Tx): Promise<AuthSession | undefined> {
    const id = (await this.sessions.findToken(this.hashesOf(token), tx))?.sessionId;
    const session = id && (await (tx ? this.sessions.lock(tx, id) : this.sessions.find(id)));
    const isActive = session && !session.endedAt && session.expiresAt > this.clock.now();
    return isActive ? session : undefined;
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
}
