import {
  Body,
  Controller,
  ExecutionContext,
  HttpCode,
  Injectable,
  Param,
  Post,
  UseGuards,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { AlarmResponse } from '../../contract/alarm.js';
import { AppError } from '../../platform/errors/app-error.js';
import { bearerOf } from '../../platform/http/request-headers.js';
import { Limited, PersonLimits, REQUEST_LIMIT } from '../../platform/limits/person-limits.js';
import { CanWait } from '../../platform/load/node-load.js';
import { AccessGuard } from '../auth/access.guard.js';
import { CurrentActor, type Actor } from '../auth/actor.js';
import { AuthService } from '../auth/auth.service.js';
import { alarmPurpose, PushTicketsService } from '../auth/tickets/push-tickets.service.js';
import { AlarmRef, ReceiptBody, RespondToAlarm } from './alarms.dto.js';
import { ALARM_LIMITS } from './model/alarm-limits.js';
import { ReceiptsService } from './responses/receipts.service.js';
import { ResponsesService } from './responses/responses.service.js';
import { AlarmLookups } from './stream/alarm-lookups.repository.js';

interface AlarmRequest extends Request {
  user?: Actor;
}

/**
 * Accepts, besides an access token, the ticket of a push about the alarm in the address. A ticket is
 * good until the alarm's present end, which may be later than the one that it was signed with.
 */
@Injectable()
class TicketGuard extends AccessGuard {
  constructor(
    private readonly metadata: Reflector,
    private readonly tickets: PushTicketsService,
    private readonly limits: PersonLimits,
    private readonly auth: AuthService,
    private readonly lookups: AlarmLookups,
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
    await this.limits.takeUnchecked(limit, ticket.userId, `${ticket.sessionId} ${alarmId}`);
    const actor = await this.auth.requireHolder(ticket);
    if (isOver && !(await this.lookups.isActive(alarmId))) throw new AppError('auth.required');
    await this.limits.take(limit, ticket.userId);
    request.user = actor;
    return true;
  }
}

/** Serves the routes that a notification may use as well: its ticket is accepted here alone. */
@Controller()
@UseGuards(TicketGuard)
export class AlarmAnswersController {
  constructor(
    private readonly responses: ResponsesService,
    private readonly receipts: ReceiptsService,
  ) {}

  /** Saves the caller's response to an alarm. `need_help` calls all neighbours. */
  @Post('alarms/:alarmId/responses')
  @Limited(ALARM_LIMITS.respond)
  @HttpCode(200)
  respond(
    @CurrentActor() actor: Actor,
    @Param() { alarmId }: AlarmRef,
    @Body() body: RespondToAlarm,
  ): Promise<AlarmResponse> {
    return this.responses.respond(actor, alarmId, body);
  }

  /** Saves that a device has received the alarm, sounds it, or that a person has seen it. */
  @Post('alarms/:alarmId/receipts')
  @CanWait('receipt')
  @Limited(ALARM_LIMITS.receipt)
  @HttpCode(204)
  receipt(
    @CurrentActor() actor: Actor,
    @Param() { alarmId }: AlarmRef,
    @Body() body: ReceiptBody,
  ): Promise<void> {
    return this.receipts.record(actor, alarmId, body);
  }
}
