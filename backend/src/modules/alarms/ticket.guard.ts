import { ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { AppError } from '../../platform/errors/app-error.js';
import { bearerOf } from '../../platform/http/request-headers.js';
import { Limited, PersonLimits, REQUEST_LIMIT } from '../../platform/limits/person-limits.js';
import { AccessGuard } from '../auth/access.guard.js';
import type { Actor } from '../auth/actor.js';
import { AuthService } from '../auth/auth.service.js';
import { alarmPurpose, PushTicketsService } from '../auth/tickets/push-tickets.service.js';
import { AlarmAccessRepository } from './stream/alarm-access.repository.js';

interface AlarmRequest extends Request {
  user?: Actor;
}

/**
 * Accepts, besides an access token, the ticket of a push about the alarm in the address. A ticket is
 * good until the alarm's present end, which may be later than the one that it was signed with.
 */
@Injectable()
export class TicketGuard extends AccessGuard {
  constructor(
    private readonly metadata: Reflector,
    private readonly tickets: PushTicketsService,
    private readonly limits: PersonLimits,
    private readonly auth: AuthService,
    private readonly alarms: AlarmAccessRepository,
  ) {
    super(metadata);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AlarmRequest>();
    const token = bearerOf(request.headers.authorization);
    if (!this.tickets.isTicket(token)) return (await super.canActivate(context)) as boolean;
    const alarmId = String(request.params['alarmId']).toLowerCase();
    const { isOver, ...ticket } = this.tickets.read(token, alarmPurpose(alarmId));
    const { deviceId } = (request.body ?? {}) as { deviceId?: unknown };
    if (typeof deviceId === 'string' && deviceId.toLowerCase() !== ticket.deviceId) {
      throw new AppError('auth.required');
    }
    const limit = this.metadata.get(Limited, context.getHandler()) ?? REQUEST_LIMIT;
    await this.limits.take(limit, ticket.userId);
    const actor = await this.auth.requireHolder(ticket);
    if (isOver && !(await this.alarms.isActive(alarmId))) throw new AppError('auth.required');
    request.user = actor;
    return true;
  }
}
