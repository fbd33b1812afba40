import { Body, Controller, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import type { AlarmResponse } from '../../contract/alarm.js';
import { Limited } from '../../platform/limits/person-limits.js';
import { CanWait } from '../../platform/load/node-load.js';
import { CurrentActor, type Actor } from '../auth/actor.js';
import { AlarmRef, ReceiptBody, RespondToAlarm } from './alarms.dto.js';
import { ALARM_LIMITS } from './model/alarm-limits.js';
import { ReceiptsService } from './responses/receipts.service.js';
import { ResponsesService } from './responses/responses.service.js';
import { TicketGuard } from './ticket.guard.js';

/** Serves the routes that a notification may use as well: its ticket is accepted here alone. */
@Controller()
@UseGuards(TicketGuard)
export class AlarmAnswersController {
  constructor(
    private readonly responses: ResponsesService,
    private readonly receipts: ReceiptsService,
  ) {}

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
