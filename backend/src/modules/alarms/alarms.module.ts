import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { BuildingsModule } from '../buildings/buildings.module.js';
import { AlarmHistoryService } from './alarm-history.service.js';
import { AlarmJobs } from './alarm-jobs.js';
import { AlarmPublisher } from './alarm-publisher.js';
import { AlarmQueries } from './alarm-queries.js';
import { AlarmRetirement } from './alarm-retirement.js';
import { AlarmStore } from './alarm-store.js';
import { AlarmsController } from './alarms.controller.js';
import { AlarmsGateway } from './alarms.gateway.js';
import { AlarmsService } from './alarms.service.js';
import { AmendmentsService } from './amendments.service.js';
import { DevicesGateway } from './devices.gateway.js';
import { QuietsService } from './quiets.service.js';
import { ReachReader } from './reach-reader.js';
import { ReadinessTeller } from './readiness-teller.js';
import { ReceiptsService } from './receipts.service.js';
import { ResponsesService } from './responses.service.js';
import { SocketEntry } from './socket-entry.js';
import { SocketFarewell } from './socket-farewell.js';
import { SocketLookup } from './socket-lookup.js';
import { SocketWatch } from './socket-watch.js';
import { StreamPump } from './stream-pump.js';
import { StreamReader } from './stream-reader.js';
import { StreamReplay } from './stream-replay.js';

@Module({
  imports: [AuditModule, AuthModule, BuildingsModule],
  controllers: [AlarmsController],
  providers: [
    AlarmHistoryService,
    AlarmJobs,
    AlarmPublisher,
    AlarmQueries,
    AlarmRetirement,
    AlarmsGateway,
    AlarmsService,
    AlarmStore,
    AmendmentsService,
    DevicesGateway,
    QuietsService,
    ReachReader,
    ReadinessTeller,
    ReceiptsService,
    ResponsesService,
    SocketEntry,
    SocketFarewell,
    SocketLookup,
    SocketWatch,
    StreamPump,
    StreamReader,
    StreamReplay,
  ],
})
export class AlarmsModule {}
