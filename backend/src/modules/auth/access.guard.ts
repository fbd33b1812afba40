import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { AppError } from '../../platform/errors/app-error.js';
import { AuditService } from '../audit/audit.service.js';
import { AccessTokens } from './sessions/access-tokens.js';
import type { Actor } from './actor.js';
import { AuthService } from './auth.service.js';

type KeyCallback = (error: unknown, key?: Parameters<typeof String>[0]) => void;

/** Checks the Bearer token with Passport, and on every request that its session is still active. */
@Injectable()
export class AccessStrategy extends PassportStrategy(Strategy, 'access') {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly auth: AuthService,
  ) {
    super({
      ...tokens.verifyOptions,
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      secretOrKeyProvider: (_request: Request, token: string, done: KeyCallback) => {
        try {
          done(null, tokens.keyFor(token));
        } catch (error) {
          done(error);
        }
      },
    });
  }

  validate(payload: unknown): Promise<Actor> {
    return this.auth.requireActor(this.tokens.accept(payload));
  }
}

@Injectable()
export class AccessGuard extends AuthGuard('access') {
  override handleRequest<T>(error: unknown, actor: T | false): T {
    if (error) throw error as Error;
    if (!actor) throw new AppError('auth.required');
    return actor;
  }
}

/**
 * Runs after the `AccessGuard`: the role comes from the database, never from the token. No page links
 * other users here, so every refusal is recorded in the audit log.
 */
@Injectable()
export class AdminGuard implements CanActivate {
  constructor(private readonly audit: AuditService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request & { user?: Actor }>();
    const { user, method } = request;
    if (!user) throw new AppError('auth.required');
    if (user.roles.includes('admin')) return true;
    const { path } = request.route as { path: string };
    const details = { route: `${method} ${path}` };
    await this.audit.record({ action: 'admin.refused', actorId: user.userId, details });
    throw new AppError('auth.admin_required');
  }
}
