import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { BuildingsModule } from '../buildings/buildings.module.js';
import { AlarmHistoryService } from './history/alarm-history.service.js';
import { AlarmJobs } from './alarm-jobs.js';
import { PersonalEvents } from './responses/personal-events.js';
import { AlarmQueries } from './alarm-queries.js';
import { AlarmRetirement } from './history/alarm-retirement.js';
import { BuildingStream } from './stream/building-stream.js';
import { AlarmsController } from './alarms.controller.js';
import { AlarmsGateway } from './live/alarms.gateway.js';
import { AlarmsService } from './alarms.service.js';
import { AmendmentsService } from './amendments.service.js';
import { DevicesGateway } from './live/devices.gateway.js';
import { MutesService } from './responses/mutes.service.js';
import { ReachQuery } from './responses/reach.query.js';
import { ReadinessBroadcaster } from './live/readiness-broadcaster.js';
import { ReceiptsService } from './responses/receipts.service.js';
import { ResponsesService } from './responses/responses.service.js';
import { ConnectionAdmission } from './live/connection-admission.js';
import { ShutdownNotice } from './live/shutdown-notice.js';
import { ConnectionLookup } from './live/connection-lookup.js';
import { ConnectionSweeper } from './live/connection-sweeper.js';
import { StreamPump } from './live/pump.js';
import { StreamReader } from './stream/stream-reader.js';
import { StreamReplay } from './live/replay.js';

@Module({
  imports: [AuditModule, AuthModule, BuildingsModule],
  controllers: [AlarmsController],
  providers: [
    AlarmHistoryService,
    AlarmJobs,
    PersonalEvents,
    AlarmQueries,
    AlarmRetirement,
    AlarmsGateway,
    AlarmsService,
    BuildingStream,
    AmendmentsService,
    DevicesGateway,
    MutesService,
    ReachQuery,
    ReadinessBroadcaster,
    ReceiptsService,
    ResponsesService,
    ConnectionAdmission,
    ShutdownNotice,
    ConnectionLookup,
    ConnectionSweeper,
    StreamPump,
    StreamReader,
    StreamReplay,
  ],
})
export class AlarmsModule {}
