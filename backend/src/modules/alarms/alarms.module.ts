import { Module } from '@nestjs/common';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { BuildingsModule } from '../buildings/buildings.module.js';
import { AlarmAnswersController } from './alarm-answers.controller.js';
import { AlarmReadsController, AlarmsController } from './alarms.controller.js';
import { AlarmsService } from './alarms.service.js';
import { EscalationService } from './escalation.service.js';
import { HandoverController } from './handover.controller.js';
import { HandoverService } from './handover.service.js';
import { AlarmCorrectionsService } from './history/alarm-corrections.service.js';
import { AlarmHistoryService } from './history/alarm-history.service.js';
import { AlarmTimelineRepository } from './history/alarm-timeline.repository.js';
import { AlarmRetirement } from './history/alarms-retention.js';
import { HistoryRepository } from './history/history.repository.js';
import { AlarmsGateway } from './live/alarms.gateway.js';
import { ConnectionAdmission } from './live/connection-admission.js';
import { ConnectionSweeper } from './live/connection-sweeper.js';
import { DevicesGateway } from './live/devices.gateway.js';
import { EventLimits } from './live/event-limits.js';
import { Handshake } from './live/handshake.js';
import { StreamPump } from './live/pump.js';
import { ReadinessBroadcaster } from './live/readiness-broadcaster.js';
import { StreamReplay } from './live/replay.js';
import { HelpQuery } from './responses/help.query.js';
import { PersonalEventsService } from './responses/personal-events.service.js';
import { ReachQuery } from './responses/reach.query.js';
import { ReceiptsRepository } from './responses/receipts.repository.js';
import { ReceiptsService } from './responses/receipts.service.js';
import { ResponsesRepository } from './responses/responses.repository.js';
import { ResponsesService } from './responses/responses.service.js';
import { AlarmLookups } from './stream/alarm-lookups.repository.js';
import { AlarmTrace } from './stream/alarm-trace.js';
import { BuildingStream } from './stream/building-stream.js';
import { ChangeRowsFactory } from './stream/change-rows.js';
import { MemberStateRepository } from './stream/member-state.repository.js';
import { StreamAdmission } from './stream/stream-admission.js';
import { AlarmQueries, StreamReader } from './stream/stream-reader.repository.js';
import { StreamWriter } from './stream/stream-writer.repository.js';
import { TrialAlarm } from './stream/trial-alarm.repository.js';
import { UpdateMerger } from './stream/update-merger.js';

/** One member's updates to an alarm cause at most one event in this time. */
const UPDATE_EVERY_MS = 1_000;

@Module({
  imports: [AuditModule, AuthModule, BuildingsModule],
  controllers: [AlarmsController, AlarmAnswersController, AlarmReadsController, HandoverController],
  providers: [
    AlarmHistoryService,
    AlarmLookups,
    AlarmQueries,
    AlarmCorrectionsService,
    AlarmRetirement,
    AlarmTimelineRepository,
    AlarmTrace,
    AlarmsGateway,
    AlarmsService,
    BuildingStream,
    ChangeRowsFactory,
    ConnectionAdmission,
    ConnectionSweeper,
    DevicesGateway,
    EscalationService,
    EventLimits,
    HandoverService,
    Handshake,
    HelpQuery,
    HistoryRepository,
    MemberStateRepository,
    PersonalEventsService,
    ReachQuery,
    ReadinessBroadcaster,
    ReceiptsRepository,
    ReceiptsService,
    ResponsesRepository,
    ResponsesService,
    StreamAdmission,
    StreamPump,
    StreamReader,
    StreamReplay,
    StreamWriter,
    TrialAlarm,
    { provide: UpdateMerger, useFactory: () => new UpdateMerger(UPDATE_EVERY_MS) },
  ],
  exports: [AlarmHistoryService, AlarmCorrectionsService, AlarmsService, PersonalEventsService],
})
export class AlarmsModule {
  constructor(jobs: JobQueue, alarms: AlarmsService) {
    jobs.handle('alarm.expire', ({ alarmId }) => alarms.expireIfDue(alarmId));
  }
}
