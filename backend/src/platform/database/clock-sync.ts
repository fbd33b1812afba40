import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, SystemClock } from '../clock.js';
import type { Logger } from '../logging.js';
import { LOGGER } from '../tokens.js';

const EVERY_MS = 30_000;

/** Corrects the process's clock to PostgreSQL's, the one clock that all nodes share. */
@Injectable()
export class ClockSync implements OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async start(): Promise<void> {
    await this.measure();
    this.timer = setInterval(() => void this.measure(), EVERY_MS);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async measure(): Promise<void> {
    if (!(this.clock instanceof SystemClock)) return;
    try {
      const askedAtMs = Date.now();
      const [row] = await this.database.query<{ now: Date }[]>('select clock_timestamp() as now');
      if (row) this.clock.correct(row.now, askedAtMs, Date.now());
    } catch (error) {
      this.logger.warn({ err: error }, 'clock not compared with the database');
    }
  }
}
