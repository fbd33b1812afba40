import { Controller, Get, Param, Query, UseGuards } from '@nestjs/common';
import type { HelpView, Reach, Sync } from '../../contract/alarm.js';
import type { AlarmDetails, Page, PastAlarm } from '../../contract/http.js';
import { COUNTS } from '../../contract/limits.js';
import { AppError } from '../../platform/errors/app-error.js';
import { IdParam } from '../../platform/input.js';
import { CanWait } from '../../platform/load/node-load.js';
import { AccessGuard } from '../auth/access.guard.js';
import { CurrentActor, type Actor } from '../auth/actor.js';
import { RightsService } from '../buildings/rights.service.js';
import { AlarmQueries } from './alarm-queries.js';
import { AlarmRef, EventsQuery, HistoryQuery } from './alarms.dto.js';
import { AlarmHistoryService } from './history/alarm-history.service.js';
import { maySeeReach } from './model/policy.js';
import { HelpQuery } from './responses/help.query.js';
import { ReachQuery } from './responses/reach.query.js';
import { AlarmLookups } from './stream/alarm-lookups.repository.js';

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
