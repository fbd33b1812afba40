import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Logger } from '../../logging.js';
import { LOGGER, PRESS_DATABASE, PUMP_DATABASE } from '../../tokens.js';
import { POOLS } from './connection-needs.js';
import { createDataSource } from '../data-source.js';
import { retryUntilAvailable } from '../../retry.js';

/** Waiting presses try again instead, so that a few locked rows do not occupy all connections. */
const LOCK_TIMEOUT_MS = 100;

/**
 * @returns a second source on the same database, not connected yet. It serves only presses and
 *   other changes to alarms, so they have connections even when the common pool is exhausted.
 */
export function createPressDatabase(
  databaseUrl: string,
  { options }: DataSource,
  logger: Logger,
): DataSource {
  const schema = { entities: options.entities as never[], migrations: [] };
  return createDataSource(databaseUrl, schema, {
    name: 'resq-press',
    poolSize: POOLS.presses,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    byIndex: true,
    onPoolError: (error) => logger.warn({ err: error }, 'database connection lost'),
  });
}

/** @returns a third source as above, for the reads that emit alarms; it knows no entities */
export function createPumpDatabase(databaseUrl: string, logger: Logger): DataSource {
  return createDataSource(
    databaseUrl,
    { entities: [], migrations: [] },
    {
      name: 'resq-pump',
      poolSize: POOLS.pump,
      byIndex: true,
      onPoolError: (error) => logger.warn({ err: error }, 'database connection lost'),
    },
  );
}

/** Connects the reserved sources when the application starts to work; closes them at the shutdown. */
@Injectable()
export class ReservedConnections implements OnApplicationShutdown {
  private readonly stopped = new AbortController();

  constructor(
    @Inject(PRESS_DATABASE) private readonly press: DataSource,
    @Inject(PUMP_DATABASE) private readonly pump: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async start(): Promise<void> {
    await Promise.all([this.press, this.pump].map((database) => this.connect(database)));
  }

  private connect(database: DataSource): Promise<DataSource> {
    return retryUntilAvailable(() => database.initialize(), {
      signal: this.stopped.signal,
      complain: (error) => this.logger.warn({ err: error }, 'the database is away; waiting for it'),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    for (const database of [this.press, this.pump]) {
      if (database.isInitialized) await database.destroy();
    }
  }
}
