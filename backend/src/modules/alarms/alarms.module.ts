import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { BuildingsModule } from '../buildings/buildings.module.js';
import { HomeChangesService } from '../buildings/memberships/home-changes.service.js';
import { AlarmAnswersController } from './alarm-answers.controller.js';
import { AlarmJobs } from './alarm-jobs.js';
import { AlarmQueries } from './alarm-queries.js';
import { AlarmReadsController } from './alarm-reads.controller.js';
import { AlarmsController } from './alarms.controller.js';
import { AlarmsService } from './alarms.service.js';
import { AmendmentsService } from './amendments.service.js';
import { EscalationService } from './escalation.service.js';
import { AlarmHistoryService } from './history/alarm-history.service.js';
import { AlarmRetirement } from './history/alarm-retirement.js';
import { HistoryRepository } from './history/history.repository.js';
import { RetiredAlarmsRepository } from './history/retired-alarms.repository.js';
import { AlarmsGateway } from './live/alarms.gateway.js';
import { ConnectionAdmission } from './live/connection-admission.js';
import { ConnectionLookup } from './live/connection-lookup.js';
import { ConnectionSweeper } from './live/connection-sweeper.js';
import { DevicesGateway } from './live/devices.gateway.js';
import { Handshake } from './live/handshake.js';
import { StreamPump } from './live/pump.js';
import { ReadinessBroadcaster } from './live/readiness-broadcaster.js';
import { StreamReplay } from './live/replay.js';
import { ShutdownNotice } from './live/shutdown-notice.js';
import { HelpQuery } from './responses/help.query.js';
import { MutesRepository } from './responses/mutes.repository.js';
import { MutesService } from './responses/mutes.service.js';
import { PersonalEvents } from './responses/personal-events.js';
import { ReachQuery } from './responses/reach.query.js';
import { ReachService } from './responses/reach.service.js';
import { ReceiptsRepository } from './responses/receipts.repository.js';
import { ReceiptsService } from './responses/receipts.service.js';
import { ResponsesRepository } from './responses/responses.repository.js';
import { ResponsesService } from './responses/responses.service.js';
import { AlarmAccessRepository } from './stream/alarm-access.repository.js';
import { AlarmRefs } from './stream/alarm-refs.js';
import { BuildingStream } from './stream/building-stream.js';
import { ChangeRowsFactory } from './stream/change-rows.js';
import { EpochRenewal } from './stream/epoch-renewal.js';
import { EscalationsRepository } from './stream/escalations.repository.js';
import { MemberCache } from './stream/members/member-cache.js';
import { MemberNamesRepository } from './stream/members/member-names.repository.js';
import { MemberStateRepository } from './stream/members/member-state.repository.js';
import { MembershipRepository } from './stream/members/membership.repository.js';
import { PushRequests } from './stream/push-requests.js';
import { StreamAdmission } from './stream/stream-admission.js';
import { StreamReader } from './stream/stream-reader.repository.js';
import { StreamWriter } from './stream/stream-writer.repository.js';
import { WriteProbe } from './stream/write-probe.repository.js';
import { UpdateMerger } from './stream/update-merger.js';

const STREAM = [
  AlarmAccessRepository,
  AlarmRefs,
  BuildingStream,
  ChangeRowsFactory,
  EpochRenewal,
  EscalationsRepository,
  MemberCache,
  MemberNamesRepository,
  MemberStateRepository,
  MembershipRepository,
  PushRequests,
  StreamAdmission,
  StreamReader,
  StreamWriter,
  UpdateMerger,
  WriteProbe,
];

const RESPONSES = [
  HelpQuery,
  MutesRepository,
  MutesService,
  PersonalEvents,
  ReachQuery,
  ReachService,
  ReceiptsRepository,
  ReceiptsService,
  ResponsesRepository,
  ResponsesService,
];

const HISTORY = [AlarmHistoryService, AlarmRetirement, HistoryRepository, RetiredAlarmsRepository];

const LIVE = [
  AlarmsGateway,
  ConnectionAdmission,
  ConnectionLookup,
  ConnectionSweeper,
  DevicesGateway,
  Handshake,
  ReadinessBroadcaster,
  ShutdownNotice,
  StreamPump,
  StreamReplay,
];

@Module({
  imports: [AuditModule, AuthModule, BuildingsModule],
  controllers: [AlarmsController, AlarmAnswersController, AlarmReadsController],
  providers: [
    ...STREAM,
    ...RESPONSES,
    ...HISTORY,
    ...LIVE,
    AlarmJobs,
    AlarmQueries,
    AlarmsService,
    AmendmentsService,
    EscalationService,
  ],
  exports: [ReachService],
})
export class AlarmsModule {
  constructor(homes: HomeChangesService, alarms: AlarmAccessRepository) {
    homes.use((tx, membership) => alarms.isSending(tx, membership));
  }
}
