import {
  CanActivate,
  ExecutionContext,
  Inject,
  Injectable,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Request } from 'express';
import { AppError } from '../../platform/errors/app-error.js';
import type { Logger } from '../../platform/logging.js';
import { LOGGER } from '../../platform/tokens.js';
import { AuditService } from '../audit/audit.service.js';
import type { Actor } from './actor.js';
import { ConfirmationService } from './second-factor/confirmation.service.js';

const WINDOW_MS = 10 * 60_000;

interface Window {
  userId: string;
  route: string;
  /** The refusals after the first one. */
  count: number;
  timer: NodeJS.Timeout;
}

/**
 * Records who was refused the administration: the first refusal of a route at once, and ten minutes
 * later how many followed. A broken script would otherwise fill the audit log.
 */
@Injectable()
export class AdminRefusals implements OnApplicationShutdown {
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly audit: AuditService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @param route the method and the pattern of the path, without ids */
  async record(userId: string, route: string): Promise<void> {
    const key = `${userId} ${route}`;
    const known = this.windows.get(key);
    if (known) {
      known.count += 1;
      return;
    }
    const timer = setTimeout(() => void this.close(key), WINDOW_MS).unref();
    this.windows.set(key, { userId, route, count: 0, timer });
    await this.audit.record({ action: 'admin.refused', actorId: userId, details: { route } });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.windows.keys()].map((key) => this.close(key)));
  }

  private async close(key: string): Promise<void> {
    const window = this.windows.get(key);
    this.windows.delete(key);
    clearTimeout(window?.timer);
    if (!window || window.count === 0) return;
    const { userId: actorId, route, count } = window;
    try {
      await this.audit.record({ action: 'admin.refused', actorId, details: { route, count } });
    } catch (error) {
      this.logger.warn({ err: error, userId: actorId, count }, 'refusals not recorded');
    }
  }
}

/**
 * Runs after the `AccessGuard`, which reads the role from the database and not from the token. No
 * page leads other users to these routes, so refusals are recorded in the audit log.
 */
@Injectable()
export class AdminGuard implements CanActivate {
  constructor(
    private readonly refusals: AdminRefusals,
    private readonly confirmation: ConfirmationService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request & { user?: Actor }>();
    const { user, method } = request;
    if (!user) throw new AppError('auth.required');
    if (user.roles.includes('admin')) {
      await this.confirmation.requireForAdministration(user);
      return true;
    }
    const { path } = request.route as { path: string };
    await this.refusals.record(user.userId, `${method} ${path}`);
    throw new AppError('auth.admin_required');
  }
}
