import { DynamicModule, Global, Module, type INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from './clock.js';
import type { Config } from './config.js';
import { ClockSync } from './database/clock-sync.js';
import { Notifications } from './database/notifications.js';
import { Drain } from './drain.js';
import { HealthController } from './health/health.controller.js';
import { JobQueue } from './jobs/job-queue.js';
import { Outbox } from './jobs/outbox.js';
import type { Logger } from './logging.js';
import { Hints } from './realtime/hints.js';
import { RedisBridge } from './realtime/redis-bridge.js';
import { CONFIG, LOGGER } from './tokens.js';

export interface PlatformParts {
  config: Config;
  logger: Logger;
  clock: Clock;
  database: DataSource;
}

const PARTS = [ClockSync, Drain, Hints, JobQueue, Notifications, Outbox, RedisBridge];

/** Machinery that has never heard of alarms, at hand in every room. */
@Global()
@Module({})
export class PlatformModule {
  static with(parts: PlatformParts): DynamicModule {
    const values = [
      { provide: CONFIG, useValue: parts.config },
      { provide: LOGGER, useValue: parts.logger },
      { provide: Clock, useValue: parts.clock },
      { provide: DataSource, useValue: parts.database },
    ];
    return {
      module: PlatformModule,
      controllers: [HealthController],
      providers: [...values, ...PARTS],
      exports: [...values.map((value) => value.provide), ...PARTS],
    };
  }
}

/** Begins what needs the database, once that is there. Each part goes on trying by itself. */
export async function startWork(app: INestApplicationContext): Promise<void> {
  const parts = [app.get(ClockSync), app.get(Notifications), app.get(JobQueue)];
  await Promise.all(parts.map((part) => part.start()));
}
