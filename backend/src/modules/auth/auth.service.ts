import { Injectable } from '@nestjs/common';
import { AppError } from '../../platform/errors/app-error.js';
import { Clock } from '../../platform/clock.js';
import type { Actor } from './actor.js';
import { AccessTokens, type AccessClaims } from './sessions/access-tokens.js';
import { AuthSessionRepository } from './sessions/auth-session.repository.js';

/** Finds out who acts. A valid token is not enough: its session must still be active. */
@Injectable()
export class AuthService {
  constructor(
    private readonly clock: Clock,
    private readonly accessTokens: AccessTokens,
    private readonly sessions: AuthSessionRepository,
  ) {}

  /**
   * @returns the holder of the access token, and when it expires, in milliseconds since 1970
   * @throws AppError auth.required or auth.session_ended
   */
  async authenticate(token: string): Promise<{ actor: Actor; tokenEndsAtMs: number }> {
    const claims = this.accessTokens.verify(token);
    return { actor: await this.requireActor(claims), tokenEndsAtMs: claims.exp * 1000 };
  }

  /** @throws AppError auth.required when anything about the token is invalid */
  verify(token: string): AccessClaims {
    return this.accessTokens.verify(token);
  }

  /** @returns the actors of those sessions that are still active, by session id; in one query */
  async actorsOf(sessionIds: string[]): Promise<Map<string, Actor>> {
    const actors = await this.sessions.findActors(sessionIds, this.clock.now());
    return new Map(actors.map((actor) => [actor.sessionId, actor]));
  }

  /**
   * @param isReserved whether to ask on the connections that are reserved for presses
   * @throws AppError auth.session_ended when the session ended or expired, or its user is erased
   */
  async requireActor({ sub, sid }: AccessClaims, isReserved = false): Promise<Actor> {
    const [actor] = await this.sessions.findActors([sid], this.clock.now(), isReserved);
    if (actor?.userId !== sub) throw new AppError('auth.session_ended');
    return actor;
  }
}
