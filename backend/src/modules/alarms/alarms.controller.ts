import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  Res,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import type { Response } from 'express';
import type { Alarm, AlarmResponse, Mute, RaiseResult, Reach, Sync } from '../../contract/alarm.js';
import type { AlarmDetails, Page, PastAlarm } from '../../contract/http.js';
import { COUNTS } from '../../contract/limits.js';
import { AppError } from '../../platform/errors/app-error.js';
import { IdParam } from '../../platform/input/id-param.js';
import { AccessGuard } from '../auth/access.guard.js';
import { CurrentActor, type Actor } from '../auth/actor.js';
import { BuildingsService } from '../buildings/buildings.service.js';
import { AlarmHistoryService } from './history/alarm-history.service.js';
import { AlarmQueries } from './alarm-queries.js';
import {
  AlarmRef,
  AmendAlarm,
  EndAlarm,
  EventsQuery,
  HistoryQuery,
  NoteReceipt,
  MuteAlarm,
  RaiseAlarm,
  RespondToAlarm,
} from './alarms.dto.js';
import { AlarmsService } from './alarms.service.js';
import { AmendmentsService } from './amendments.service.js';
import { NotKeptFilter } from './not-kept.filter.js';
import { MutesService } from './responses/mutes.service.js';
import { ReachQuery } from './responses/reach.query.js';
import { ReceiptsService } from './responses/receipts.service.js';
import { ResponsesService } from './responses/responses.service.js';

const KNOWN_PRESS = 200;

@Controller()
@UseGuards(AccessGuard)
export class AlarmsController {
  constructor(
    private readonly alarms: AlarmsService,
    private readonly amendments: AmendmentsService,
    private readonly responses: ResponsesService,
    private readonly receipts: ReceiptsService,
    private readonly mutes: MutesService,
    private readonly queries: AlarmQueries,
    private readonly past: AlarmHistoryService,
    private readonly reach: ReachQuery,
    private readonly buildings: BuildingsService,
  ) {}

  @Post('buildings/:id/alarms')
  @UseFilters(NotKeptFilter)
  async raise(
    @CurrentActor() actor: Actor,
    @Param() { id }: IdParam,
    @Body() body: RaiseAlarm,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RaiseResult> {
    const { isNew, ...answer } = await this.alarms.raise(actor, id, body);
    if (!isNew) response.status(KNOWN_PRESS);
    return answer;
  }

  @Get('buildings/:id/events')
  async events(
    @CurrentActor() actor: Actor,
    @Param() { id }: IdParam,
    @Query() { after, epoch }: EventsQuery,
  ): Promise<Sync> {
    await this.buildings.requireMember(id, actor.userId);
    const cursor = { seq: after ?? 0, ...(epoch !== undefined && { epoch }) };
    return this.queries.sync(actor.userId, id, cursor, COUNTS.eventsPerPage);
  }

  @Get('buildings/:id/alarms')
  async history(
    @CurrentActor() actor: Actor,
    @Param() { id }: IdParam,
    @Query() query: HistoryQuery,
  ): Promise<Page<PastAlarm>> {
    const { id: membershipId, role } = await this.buildings.requireMember(id, actor.userId);
    return this.past.history(id, query, { membershipId, manager: role === 'manager' });
  }

  @Get('alarms/:alarmId')
  async details(
    @CurrentActor() actor: Actor,
    @Param() { alarmId }: AlarmRef,
  ): Promise<AlarmDetails> {
    return this.past.details(alarmId, await this.queries.requireAlarm(actor, alarmId));
  }

  @Patch('alarms/:alarmId')
  async amend(
    @CurrentActor() actor: Actor,
    @Param() { alarmId }: AlarmRef,
    @Body() body: AmendAlarm,
  ): Promise<{ alarm: Alarm }> {
    return { alarm: await this.amendments.amend(actor, alarmId, body) };
  }

  @Post('alarms/:alarmId/extend')
  @HttpCode(200)
  async extend(
    @CurrentActor() actor: Actor,
    @Param() { alarmId }: AlarmRef,
  ): Promise<{ alarm: Alarm }> {
    return { alarm: await this.amendments.extend(actor, alarmId) };
  }

  @Post('alarms/:alarmId/responses')
  @HttpCode(200)
  respond(
    @CurrentActor() actor: Actor,
    @Param() { alarmId }: AlarmRef,
    @Body() body: RespondToAlarm,
  ): Promise<AlarmResponse> {
    return this.responses.respond(actor, alarmId, body);
  }

  @Post('alarms/:alarmId/end')
  @HttpCode(200)
  async end(
    @CurrentActor() actor: Actor,
    @Param() { alarmId }: AlarmRef,
    @Body() { outcome }: EndAlarm,
  ): Promise<{ alarm: Alarm }> {
    return { alarm: await this.alarms.end(actor, alarmId, outcome) };
  }

  @Post('alarms/:alarmId/receipts')
  @HttpCode(204)
  receipt(
    @CurrentActor() actor: Actor,
    @Param() { alarmId }: AlarmRef,
    @Body() body: NoteReceipt,
  ): Promise<void> {
    return this.receipts.note(actor, alarmId, body);
  }

  @Post('alarms/:alarmId/mute')
  @HttpCode(200)
  mute(
    @CurrentActor() actor: Actor,
    @Param() { alarmId }: AlarmRef,
    @Body() { muted }: MuteAlarm,
  ): Promise<Mute> {
    return this.mutes.note(actor, alarmId, muted);
  }

  @Get('alarms/:alarmId/reach')
  async whoWasReached(
    @CurrentActor() actor: Actor,
    @Param() { alarmId }: AlarmRef,
  ): Promise<Reach> {
    await this.queries.requireAlarm(actor, alarmId);
    const { reach, readers } = await this.reach.read(alarmId);
    if (!readers.includes(actor.userId)) throw new AppError('alarm.not_yours');
    return reach;
  }
}
