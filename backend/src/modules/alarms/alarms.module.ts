import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { BuildingsModule } from '../buildings/buildings.module.js';
import { AlarmHistoryService } from './history/alarm-history.service.js';
import { AlarmJobs } from './alarm-jobs.js';
import { AlarmPublisher } from './alarm-publisher.js';
import { AlarmQueries } from './alarm-queries.js';
import { AlarmRetirement } from './history/alarm-retirement.js';
import { AlarmStore } from './alarm-store.js';
import { AlarmsController } from './alarms.controller.js';
import { AlarmsGateway } from './sockets/alarms.gateway.js';
import { AlarmsService } from './alarms.service.js';
import { AmendmentsService } from './amendments.service.js';
import { DevicesGateway } from './sockets/devices.gateway.js';
import { QuietsService } from './quiets.service.js';
import { ReachReader } from './reach-reader.js';
import { ReadinessTeller } from './sockets/readiness-teller.js';
import { ReceiptsService } from './receipts.service.js';
import { ResponsesService } from './responses.service.js';
import { SocketEntry } from './sockets/socket-entry.js';
import { SocketFarewell } from './sockets/socket-farewell.js';
import { SocketLookup } from './sockets/socket-lookup.js';
import { SocketWatch } from './sockets/socket-watch.js';
import { StreamPump } from './stream/stream-pump.js';
import { StreamReader } from './stream/stream-reader.js';
import { StreamReplay } from './stream/stream-replay.js';

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
