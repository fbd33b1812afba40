import { Injectable } from '@nestjs/common';
import { AppError } from '../../platform/errors/app-error.js';
import { Clock } from '../../platform/clock.js';
import type { Actor } from './actor.js';
import type { Ticket } from './tickets/push-tickets.service.js';
import { ActorCache } from './sessions/actor-cache.js';
import { AccessTokens, type AccessClaims } from './sessions/access-tokens.js';
import { AuthSessionRepository } from './sessions/auth-session.repository.js';

/** Identifies the user of an access token, and checks that the token's session is still active. */
@Injectable()
export class AuthService {
  constructor(
    private readonly clock: Clock,
    private readonly accessTokens: AccessTokens,
    private readonly sessions: AuthSessionRepository,
    private readonly actors: ActorCache,
  ) {}

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
  async requireActor({ sub, sid }: AccessClaims): Promise<Actor> {
    const [actor] = await this.sessions.findActors([sid], this.clock.now());
    if (actor?.userId !== sub) throw new AppError('auth.session_ended');
    return actor;
  }

  /**
   * Works as `requireActor` on the database connections that are reserved for presses. The actor may be
   * some seconds old, because the statement that reads what decides about a press checks it again.
   */
  async requireSender({ sub, sid }: AccessClaims): Promise<Actor> {
    const known = this.actors.find(sid);
    if (known?.userId === sub) return known;
    const [actor] = await this.sessions.findActors([sid], this.clock.now(), true);
    if (actor?.userId !== sub) throw new AppError('auth.session_ended');
    this.actors.save(actor);
    return actor;
  }

  /**
   * A sign-in that ran out does not end a ticket: whoever is warned must be able to answer.
   * @throws AppError auth.session_ended after a sign-out, or when the user is erased
   */
  async requireHolder({ userId, sessionId, deviceId }: Omit<Ticket, 'purpose'>): Promise<Actor> {
    const actor = await this.sessions.findHolder(sessionId);
    if (actor?.userId !== userId) throw new AppError('auth.session_ended');
    return { ...actor, deviceId };
  }
}
