import { randomUUID } from 'node:crypto';
import { DynamicModule, Global, Module, type INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Arrivals } from './arrivals.js';
import { Clock } from './clock.js';
import type { Config } from './config.js';
import { ClockSync } from './database/clock-sync.js';
import { Notifications } from './database/notifications.js';
import {
  createPressDatabase,
  createPumpDatabase,
  ReservedConnections,
} from './database/connections/reserved-connections.js';
import { Transactions } from './database/transactions.js';
import { Drain } from './drain.js';
import { HealthController } from './health/health.controller.js';
import { SaveCheck } from './health/save-check.js';
import { PAGES_ROOT, readBuild } from './http/pages.js';
import { ClaimedJobs } from './jobs/claimed-jobs.js';
import { CommittedJobs } from './jobs/committed-jobs.js';
import { JobQueue, type QueueOf } from './jobs/job-queue.js';
import { Housekeeping, RetentionRules } from './retention/retention.js';
import { Outbox } from './jobs/outbox.js';
import { AttemptCounters, AttemptLimits } from './limits/attempt-limits.js';
import { PersonLimits } from './limits/person-limits.js';
import { PersonSlots } from './limits/slots.js';
import { NodeLoad } from './load/node-load.js';
import { PressQueue } from './load/press-queue.js';
import { NodeGauges } from './node-gauges.js';
import { NodeState } from './node-state.js';
import { Metrics } from './metrics.js';
import type { Logger } from './logging.js';
import { ChangeSignals } from './realtime/change-signals.js';
import { EventDispatcher } from './realtime/event-dispatcher.js';
import { LocalBroadcast } from './realtime/local-broadcast.js';
import { RedisBridge } from './realtime/redis-bridge.js';
import { createSocketServer } from './realtime/socket-server.js';
import {
  BUILD,
  CONFIG,
  IO,
  LOGGER,
  NODE_ID,
  QUEUE_OF,
  PRESS_DATABASE,
  PUMP_DATABASE,
} from './tokens.js';

export interface PlatformParts {
  config: Config;
  logger: Logger;
  clock: Clock;
  database: DataSource;
  /** The id on the logger's lines. Default: a new one. */
  nodeId?: string;
}

const PARTS = [
  Arrivals,
  AttemptCounters,
  AttemptLimits,
  ClockSync,
  Drain,
  ChangeSignals,
  EventDispatcher,
  Housekeeping,
  ClaimedJobs,
  CommittedJobs,
  JobQueue,
  LocalBroadcast,
  RetentionRules,
  Metrics,
  NodeGauges,
  NodeLoad,
  NodeState,
  Notifications,
  Outbox,
  PressQueue,
  PersonLimits,
  PersonSlots,
  RedisBridge,
  ReservedConnections,
  Transactions,
  SaveCheck,
];

/** Infrastructure without product rules, available in every module. */
@Global()
@Module({})
export class PlatformModule {
  static with(parts: PlatformParts, queueOf: QueueOf): DynamicModule {
    const values = [
      { provide: QUEUE_OF, useValue: queueOf },
      { provide: CONFIG, useValue: parts.config },
      { provide: LOGGER, useValue: parts.logger },
      { provide: NODE_ID, useValue: parts.nodeId ?? randomUUID() },
      { provide: Clock, useValue: parts.clock },
      { provide: DataSource, useValue: parts.database },
      { provide: BUILD, useValue: readBuild(PAGES_ROOT) },
      {
        provide: PRESS_DATABASE,
        useValue: createPressDatabase(parts.config.databaseUrl, parts.logger),
      },
      {
        provide: PUMP_DATABASE,
        useValue: createPumpDatabase(parts.config.databaseUrl, parts.logger),
      },
      { provide: IO, useFactory: createSocketServer, inject: [CONFIG, Drain] },
    ];
    return {
      module: PlatformModule,
      controllers: [HealthController],
      providers: [...values, ...PARTS],
      exports: [...values.map((value) => value.provide), ...PARTS],
    };
  }
}

/** Starts the parts that need the database, once it is available. Each part retries by itself. */
export async function startWork(app: INestApplicationContext): Promise<void> {
  await app.get(ReservedConnections).start();
  await Promise.all([app.get(ClockSync).start(), app.get(Notifications).start()]);
}

/** Starts the jobs, last of all: loading their library holds the node up for a moment. */
export async function startJobs(app: INestApplicationContext): Promise<void> {
  await app.get(JobQueue).start();
}
