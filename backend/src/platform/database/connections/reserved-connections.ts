import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Logger } from '../../logging.js';
import { LOGGER, PRESS_DATABASE, PUMP_DATABASE } from '../../tokens.js';
import { POOLS } from './connection-needs.js';
import { createDataSource } from '../data-source.js';
import { retryUntilAvailable } from '../../retry.js';

/** Waiting presses try again instead, so that a few locked rows do not occupy all connections. */
const LOCK_TIMEOUT_MS = 100;

/** Both sources send plain SQL and never migrate. */
const NO_TABLES = { entities: [], migrations: [] };

/**
 * @returns a second source on the same database, not connected yet. It serves only presses and
 *   other changes to alarms, so they have connections even when the common pool is exhausted.
 */
export function createPressDatabase(databaseUrl: string, logger: Logger): DataSource {
  return createDataSource(databaseUrl, NO_TABLES, {
    name: 'resq-press',
    poolSize: POOLS.presses,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    byIndex: true,
    logger,
  });
}

/** @returns a third source on the same database, not connected yet, for the reads that emit alarms */
export function createPumpDatabase(databaseUrl: string, logger: Logger): DataSource {
  return createDataSource(databaseUrl, NO_TABLES, {
    name: 'resq-pump',
    poolSize: POOLS.pump,
    byIndex: true,
    logger,
  });
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
      logger: this.logger,
    });
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    for (const database of [this.press, this.pump]) {
      if (database.isInitialized) await database.destroy();
    }
  }
}
