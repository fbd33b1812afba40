import {
  Body,
  Catch,
  Controller,
  Get,
  HttpCode,
  Inject,
  Injectable,
  Param,
  Patch,
  Post,
  Query,
  Res,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import type { Response } from 'express';
import type { Alarm, HelpView, Mute, RaiseResult, Reach, Sync } from '../../contract/alarm.js';
import type { AlarmDetails, Page, PastAlarm } from '../../contract/http.js';
import { COUNTS } from '../../contract/limits.js';
import { arrivalOf } from '../../platform/arrivals.js';
import { AppError } from '../../platform/errors/app-error.js';
import { ErrorFilter } from '../../platform/http/error.filter.js';
import { IdParam } from '../../platform/input.js';
import { Limited } from '../../platform/limits/person-limits.js';
import { CanWait } from '../../platform/load/node-load.js';
import { deadlineOf } from '../../platform/load/press-queue.js';
import type { Logger } from '../../platform/logging.js';
import { Metrics } from '../../platform/metrics.js';
import { LOGGER } from '../../platform/tokens.js';
import { AccessGuard } from '../auth/access.guard.js';
import { CurrentActor, type Actor } from '../auth/actor.js';
import { RightsService } from '../buildings/rights.service.js';
import {
  AlarmRef,
  AmendAlarm,
  EndAlarm,
  EventsQuery,
  HistoryQuery,
  MuteAlarm,
  RaiseAlarm,
} from './alarms.dto.js';
import { AlarmsService } from './alarms.service.js';
import { AlarmHistoryService } from './history/alarm-history.service.js';
import { ALARM_LIMITS } from './model/alarm-limits.js';
import { maySeeReach } from './model/policy.js';
import { HelpQuery } from './responses/help.query.js';
import { ReachQuery } from './responses/reach.query.js';
import { ResponsesService } from './responses/responses.service.js';
import { AlarmLookups } from './stream/alarm-lookups.repository.js';
import { AlarmQueries } from './stream/stream-reader.repository.js';

/** Serves the HTTP routes that read events, past alarms and reach. */
@Controller()
@UseGuards(AccessGuard)
export class AlarmReadsController {
  constructor(
    private readonly rights: RightsService,
    private readonly lookups: AlarmLookups,
    private readonly queries: AlarmQueries,
    private readonly past: AlarmHistoryService,
    private readonly reach: ReachQuery,
    private readonly help: HelpQuery,
  ) {}

  /** Lists the events after a cursor, at most 500, with the state of the building's alarms. */
  @Get('buildings/:id/events')
  async events(
    @CurrentActor() actor: Actor,
    @Param() { id }: IdParam,
    @Query() { after: seq = 0, epoch, at }: EventsQuery,
  ): Promise<Sync> {
    await this.rights.check('building.read', id, actor);
    const known = { ...(epoch !== undefined && { epoch }), ...(at !== undefined && { at }) };
    return this.queries.sync(actor.userId, id, { seq, ...known }, COUNTS.eventsPerPage);
  }

  /** Lists the alarms of the last 12 months, newest first, 20 at a time. */
  @Get('buildings/:id/alarms')
  @CanWait('read')
  async history(
    @CurrentActor() actor: Actor,
    @Param() { id }: IdParam,
    @Query() query: HistoryQuery,
  ): Promise<Page<PastAlarm>> {
    return this.past.page(id, query, await this.rights.check('building.read', id, actor));
  }

  /** Returns an alarm with its timeline. */
  @Get('alarms/:alarmId')
  async details(
    @CurrentActor() actor: Actor,
    @Param() { alarmId }: AlarmRef,
  ): Promise<AlarmDetails> {
    return this.past.details(await this.lookups.accessOf(actor, alarmId));
  }

  /** Returns which homes an alarm has reached, and how far. */
  @Get('alarms/:alarmId/reach')
  async whoWasReached(
    @CurrentActor() actor: Actor,
    @Param() { alarmId }: AlarmRef,
  ): Promise<Reach> {
    const { alarm, member } = await this.lookups.accessOf(actor, alarmId);
    if (!maySeeReach(member, alarm)) throw new AppError('alarm.not_yours');
    return (await this.reach.read(alarmId)).reach;
  }

  /** Returns who comes to the caller's call for help, and who has seen it. */
  @Get('alarms/:alarmId/help')
  async whoHelps(@CurrentActor() actor: Actor, @Param() { alarmId }: AlarmRef): Promise<HelpView> {
    const { member } = await this.lookups.accessOf(actor, alarmId);
    return this.help.read(alarmId, member.id);
  }
}

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
