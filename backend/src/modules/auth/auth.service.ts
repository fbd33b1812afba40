import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { AppError } from '../../platform/errors/app-error.js';
import { LruMap } from '../../platform/limits/lru-map.js';
import { ChangeSignals } from '../../platform/realtime/change-signals.js';
import type { Actor } from './actor.js';
import { AccessTokens, type AccessClaims } from './sessions/access-tokens.js';
import { AuthSessionRepository } from './sessions/auth-session.repository.js';
import type { Ticket } from './tickets/push-tickets.service.js';

const REMEMBERED_SENDERS = 10_000;
const FRESH_MS = 10_000;
/** No session had run out by then. */
const ALWAYS = new Date(0);

/** Identifies the user of an access token, and checks that the token's session is still active. */
@Injectable()
export class AuthService {
  /** The actors of `requireSender`. The end of a sign-in removes it from every node's memory. */
  private readonly senders = new LruMap<string, { actor: Actor; untilMs: number }>(
    REMEMBERED_SENDERS,
  );

  constructor(
    private readonly clock: Clock,
    private readonly accessTokens: AccessTokens,
    private readonly sessions: AuthSessionRepository,
    signals: ChangeSignals,
  ) {
    signals.subscribe('session', (sessionId) => this.senders.delete(sessionId));
    signals.subscribe('person', (userId) => this.forgetUser(userId));
    signals.onResumed(() => this.senders.clear());
  }

  /** @throws AppError auth.required when the token is malformed, forged or expired */
  verify(token: string): AccessClaims {
    return this.accessTokens.verify(token);
  }

  /** @returns the actors of the active ones among the sessions, by session id */
  async actorsOf(sessionIds: string[]): Promise<Map<string, Actor>> {
    const actors = await this.sessions.findActors(sessionIds, this.clock.now());
    return new Map(actors.map((actor) => [actor.sessionId, actor]));
  }

  /** @throws AppError auth.session_ended when the session ended or expired, or its user is erased */
  async requireActor({ sub, sid }: AccessClaims, isReserved = false): Promise<Actor> {
    const [actor] = await this.sessions.findActors([sid], this.clock.now(), isReserved);
    if (actor?.userId !== sub) throw new AppError('auth.session_ended');
    return actor;
  }

  /**
   * Works as `requireActor` on the database connections that are reserved for presses. The actor may be
   * some seconds old, because the statement that reads what decides about a press checks it again.
   */
  async requireSender(claims: AccessClaims): Promise<Actor> {
    const known = this.senders.get(claims.sid);
    if (known?.actor.userId === claims.sub && performance.now() < known.untilMs) return known.actor;
    const actor = await this.requireActor(claims, true);
    this.senders.set(claims.sid, { actor, untilMs: performance.now() + FRESH_MS });
    return actor;
  }

  /**
   * A sign-in that ran out does not end a ticket: whoever is warned must be able to answer.
   * @throws AppError auth.session_ended after a sign-out, or when the user is erased
   */
  async requireHolder({ userId, sessionId, deviceId }: Omit<Ticket, 'purpose'>): Promise<Actor> {
    const [actor] = await this.sessions.findActors([sessionId], ALWAYS);
    if (actor?.userId !== userId) throw new AppError('auth.session_ended');
    return { ...actor, deviceId };
  }

  private forgetUser(userId: string): void {
    for (const [sessionId, { actor }] of this.senders) {
      if (actor.userId === userId) this.senders.delete(sessionId);
    }
  }
}
