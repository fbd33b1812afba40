import {
  Body,
  Catch,
  Controller,
  HttpCode,
  Inject,
  Injectable,
  Param,
  Patch,
  Post,
  Res,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import type { Response } from 'express';
import type { Alarm, Mute, RaiseResult } from '../../contract/alarm.js';
import { arrivalOf } from '../../platform/arrivals.js';
import { ErrorFilter } from '../../platform/http/error.filter.js';
import { IdParam } from '../../platform/input.js';
import { Limited } from '../../platform/limits/person-limits.js';
import { deadlineOf } from '../../platform/load/press-queue.js';
import type { Logger } from '../../platform/logging.js';
import { Metrics } from '../../platform/metrics.js';
import { LOGGER } from '../../platform/tokens.js';
import { AccessGuard } from '../auth/access.guard.js';
import { CurrentActor, type Actor } from '../auth/actor.js';
import { AlarmRef, AmendAlarm, EndAlarm, MuteAlarm, RaiseAlarm } from './alarms.dto.js';
import { AlarmsService } from './alarms.service.js';
import { ALARM_LIMITS } from './model/alarm-limits.js';
import { ResponsesService } from './responses/responses.service.js';

const REPEATED_PRESS = 200;

/**
 * Answers every failure at any step of a press, even at the sign-in check, with `alarm.not_kept`. Its
 * message tells the sender to ring 112.
 */
@Catch()
@Injectable()
class AlarmOutageFilter extends ErrorFilter {
  protected override readonly outageCode = 'alarm.not_kept';

  constructor(@Inject(LOGGER) logger: Logger, metrics: Metrics) {
    super(logger, metrics);
  }
}

/** Serves the HTTP routes with which members raise alarms and act on them. */
@Controller()
@UseGuards(AccessGuard)
export class AlarmsController {
  constructor(
    private readonly alarms: AlarmsService,
    private readonly responses: ResponsesService,
  ) {}

  /**
   * Raises an alarm, or joins a recent one of the same type. The client makes `alarmId`, and a
   * press that is sent again with the same id is the same press. The answer comes after the commit.
   */
  @Post('buildings/:id/alarms')
  @Limited(ALARM_LIMITS.raise)
  @UseFilters(AlarmOutageFilter)
  async raise(
    @CurrentActor() actor: Actor,
    @Param() { id }: IdParam,
    @Body() body: RaiseAlarm,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RaiseResult> {
    const deadlineMs = deadlineOf(arrivalOf(response));
    const { isNew, ...result } = await this.alarms.raise(actor, id, body, deadlineMs);
    if (!isNew) response.status(REPEATED_PRESS);
    return result;
  }

  /** Changes the place and the note of an ongoing alarm. A missing text stays, an empty one is removed. */
  @Patch('alarms/:alarmId')
  @Limited(ALARM_LIMITS.amend)
  async amend(
    @CurrentActor() actor: Actor,
    @Param() { alarmId }: AlarmRef,
    @Body() body: AmendAlarm,
  ): Promise<{ alarm: Alarm }> {
    return { alarm: await this.alarms.amend(actor, alarmId, body) };
  }

  /** Extends an ongoing alarm to an hour from now. */
  @Post('alarms/:alarmId/extend')
  @Limited(ALARM_LIMITS.amend)
  @HttpCode(200)
  async extend(
    @CurrentActor() actor: Actor,
    @Param() { alarmId }: AlarmRef,
  ): Promise<{ alarm: Alarm }> {
    return { alarm: await this.alarms.extend(actor, alarmId) };
  }

  /** Ends an alarm. A second end changes nothing. */
  @Post('alarms/:alarmId/end')
  @Limited(ALARM_LIMITS.end)
  @HttpCode(200)
  async end(
    @CurrentActor() actor: Actor,
    @Param() { alarmId }: AlarmRef,
    @Body() { outcome }: EndAlarm,
  ): Promise<{ alarm: Alarm }> {
    return { alarm: await this.alarms.end(actor, alarmId, outcome) };
  }

  /** Turns the alarm's sound off or on, on all devices of the caller. */
  @Post('alarms/:alarmId/mute')
  @Limited(ALARM_LIMITS.mute)
  @HttpCode(200)
  mute(
    @CurrentActor() actor: Actor,
    @Param() { alarmId }: AlarmRef,
    @Body() { muted }: MuteAlarm,
  ): Promise<Mute> {
    return this.responses.setMute(actor, alarmId, muted);
  }
}
