import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type QueryFailedError } from 'typeorm';
import type { SignedIn } from '../../contract/http.js';
import { AppError } from '../../platform/errors/app-error.js';
import { Clock } from '../../platform/clock.js';
import { ChangeSignals } from '../../platform/realtime/change-signals.js';
import { AuditService } from '../audit/audit.service.js';
import { AccessTokens, type AccessClaims } from './sessions/access-tokens.js';
import type { Actor } from './actor.js';
import { AuthSession } from './sessions/auth-session.entity.js';
import { endSessions } from './sessions/end-sessions.js';
import { Passwords } from './passwords/passwords.js';
import { RefreshTokens } from './sessions/refresh-tokens.js';
import { User } from './user.entity.js';
import { newUser } from './new-user.js';

const UNIQUE_VIOLATION = '23505';

/** A sign-in's answer, with the refresh token that goes into the cookie. */
export interface SignInResult {
  answer: SignedIn;
  refreshToken: string;
  refreshExpiresAt: Date;
}

@Injectable()
export class AuthService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly passwords: Passwords,
    private readonly accessTokens: AccessTokens,
    private readonly refreshTokens: RefreshTokens,
    private readonly signals: ChangeSignals,
    private readonly audit: AuditService,
  ) {}

  /**
   * @param label the browser's, as its person would name it
   * @throws AppError auth.already_registered
   */
  async signUp(email: string, password: string, label: string): Promise<SignInResult> {
    const passwordHash = await this.passwords.hash(password);
    const user = newUser({ email, password, passwordHash, createdAt: this.clock.now() });
    await this.database
      .getRepository(User)
      .insert(user)
      .catch((error: unknown) => {
        const { driverError } = error as QueryFailedError<Error & { code?: string }>;
        throw driverError?.code === UNIQUE_VIOLATION
          ? new AppError('auth.already_registered')
          : error;
      });
    return this.start(user, label, 'account.signed_up');
  }

  /** @throws AppError auth.invalid_credentials, the same for an unknown person and a wrong password */
  async signIn(email: string, password: string, label: string): Promise<SignInResult> {
    const user = await this.database.getRepository(User).findOneBy({ email: email.toLowerCase() });
    const known = await this.passwords.matches(user?.passwordHash, password);
    if (!user || !known) {
      await this.audit.record({ action: 'session.refused', ...(user && { subjectId: user.id }) });
      throw new AppError('auth.invalid_credentials');
    }
    return this.start(user, label);
  }

  /** @throws AppError auth.session_ended */
  async refresh(token: string): Promise<SignInResult> {
    const rotation = await this.refreshTokens.rotate(token);
    const user = await this.database.getRepository(User).findOneByOrFail({ id: rotation.userId });
    return {
      answer: this.answer(user, rotation.sessionId),
      refreshToken: rotation.token,
      refreshExpiresAt: rotation.expiresAt,
    };
  }

  /** @param everywhere ends every sign-in of the person, not only this browser's */
  async signOut(token: string, everywhere: boolean): Promise<void> {
    const session = await this.refreshTokens.sessionOf(token);
    if (!session) return;
    const which = everywhere ? { userId: session.userId } : { id: session.id };
    const ended = await this.database.transaction(async (tx) => {
      const sessions = await endSessions(tx, which, this.clock.now());
      const act = { action: 'session.ended', actorId: session.userId } as const;
      await this.audit.write(tx, ...sessions.map((id) => ({ ...act, subjectId: id })));
      return sessions;
    });
    for (const id of ended) this.signals.publish('session', id);
  }

  /**
   * @returns who holds the access token, and when it runs out, in milliseconds since 1970
   * @throws AppError auth.required or auth.session_ended
   */
  async authenticate(token: string): Promise<{ actor: Actor; tokenEndsAtMs: number }> {
    const claims = this.accessTokens.verify(token);
    return { actor: await this.requireActor(claims), tokenEndsAtMs: claims.exp * 1000 };
  }

  /** @throws AppError auth.required when anything about the token is not as it should be */
  verify(token: string): AccessClaims {
    return this.accessTokens.verify(token);
  }

  /** @returns who acts in each of the given sign-ins, where it still lives; in one query */
  async actorsOf(sessionIds: string[]): Promise<Map<string, Actor>> {
    const actors = await this.database.query<Actor[]>(
      `select s.id as "sessionId", u.id as "userId", u.email, u.roles
         from auth_sessions s join users u on u.id = s.user_id
        where s.id = any($1) and s.ended_at is null and s.expires_at > $2`,
      [sessionIds, this.clock.now()],
    );
    return new Map(actors.map((actor) => [actor.sessionId, actor]));
  }

  /** @throws AppError auth.session_ended when the sign-in was ended, ran out, or its person is gone */
  async requireActor({ sub, sid }: AccessClaims): Promise<Actor> {
    const session = await this.database.getRepository(AuthSession).findOne({
      where: { id: sid, userId: sub },
      relations: { user: true },
    });
    if (!session?.user || session.endedAt || session.expiresAt <= this.clock.now()) {
      throw new AppError('auth.session_ended');
    }
    const { email, roles } = session.user;
    return { userId: sub, sessionId: sid, email, roles };
  }

  private async start(
    user: User,
    label: string,
    first?: 'account.signed_up',
  ): Promise<SignInResult> {
    const sessionId = randomUUID();
    const refreshExpiresAt = this.refreshTokens.sessionEnd();
    const refreshToken = await this.database.transaction(async (tx) => {
      // A password that was replaced while it was being checked opens nothing.
      const unchanged = await tx.findOne(User, {
        where: { id: user.id, passwordHash: user.passwordHash },
        lock: { mode: 'pessimistic_read' },
      });
      if (!unchanged) throw new AppError('auth.invalid_credentials');
      await tx.insert(AuthSession, {
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
    return { answer: this.answer(user, sessionId), refreshToken, refreshExpiresAt };
  }

  private answer({ id, email, roles }: User, sessionId: string): SignedIn {
    return { user: { id, email, roles }, ...this.accessTokens.sign(id, sessionId) };
  }
}
