import { ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { arrivalOf } from '../../platform/arrivals.js';
import { AppError } from '../../platform/errors/app-error.js';
import {
  Limited,
  PersonLimits,
  REQUEST_LIMIT,
  type Limit,
} from '../../platform/limits/person-limits.js';
import { PersonSlots } from '../../platform/limits/slots.js';
import { leftUntil, withTimeout } from '../../platform/with-timeout.js';
import { AccessTokens } from './sessions/access-tokens.js';
import type { Actor } from './actor.js';
import { AuthService } from './auth.service.js';

type KeyCallback = (error: unknown, key?: Parameters<typeof String>[0]) => void;

const bearerOf = ExtractJwt.fromAuthHeaderAsBearerToken();

/** Below the 2.8 s in which a press is answered. */
const CHECK_MS = 2_500;

interface LimitedRequest extends Request {
  limit?: Limit;
}

/** Checks the Bearer token with Passport, and on every request that its session is still active. */
@Injectable()
export class AccessStrategy extends PassportStrategy(Strategy, 'access') {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly auth: AuthService,
    private readonly limits: PersonLimits,
    private readonly slots: PersonSlots,
  ) {
    super({
      ...tokens.verifyOptions,
      passReqToCallback: true,
      jwtFromRequest: bearerOf,
      secretOrKeyProvider: (_request: Request, token: string, done: KeyCallback) => {
        try {
          done(null, tokens.keyFor(token));
        } catch (error) {
          done(error);
        }
      },
    });
  }

  /** Lets `passport-jwt` verify a token at its first request: a page sends many with the same one. */
  override authenticate(request: LimitedRequest): void {
    const token = bearerOf(request);
    const claims = token ? this.tokens.remembered(token) : undefined;
    if (!claims) return super.authenticate(request);
    this.validate(request, claims).then(
      (actor) => this.success(actor),
      (error: Error) => this.error(error),
    );
  }

  /**
   * Counts the request and takes the user's slot first, so that waiting requests occupy no database
   * connection. The token's signature is already verified.
   */
  async validate(request: LimitedRequest, payload: unknown): Promise<Actor> {
    const { limit = REQUEST_LIMIT, res } = request;
    const token = bearerOf(request);
    if (!token) throw new AppError('auth.required');
    const claims = this.tokens.accept(token, payload);
    await this.limits.takeUnchecked(limit, claims.sub, claims.sid);
    const release = await this.slots.take(limit, claims.sub);
    // The client may have disconnected meanwhile; no close event will come then.
    if (!res || res.closed) release();
    else res.once('close', release);
    // A press is refused in time also when its sign-in could not be checked.
    const actor = await (limit.isReserved && res
      ? withTimeout(leftUntil(arrivalOf(res) + CHECK_MS), this.auth.requireSender(claims))
      : this.auth.requireActor(claims));
    await this.limits.take(limit, claims.sub);
    return actor;
  }
}

@Injectable()
export class AccessGuard extends AuthGuard('access') {
  constructor(private readonly reflector: Reflector) {
    super();
  }

  override getRequest(context: ExecutionContext): LimitedRequest {
    const request = context.switchToHttp().getRequest<LimitedRequest>();
    const limit = this.reflector.get(Limited, context.getHandler());
    return Object.assign(request, { limit });
  }

  override handleRequest<T>(error: unknown, actor: T | false): T {
    if (error) throw error as Error;
    if (!actor) throw new AppError('auth.required');
    return actor;
  }
}
