import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, SystemClock } from '../clock.js';
import type { Logger } from '../logging.js';
import { LOGGER } from '../tokens.js';

const EVERY_MS = 30_000;
const WATCH_EVERY_MS = 1_000;
/** A larger step is no drift: somebody set a clock, or the machine was asleep. */
const STEP_MS = 500;

/** Corrects the process's clock to PostgreSQL's, the one clock that all nodes share. */
@Injectable()
export class ClockSync implements OnApplicationShutdown {
  private timers: NodeJS.Timeout[] = [];
  private wallZeroMs = wallZeroMs();

  constructor(
    private readonly clock: Clock,
    private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async start(): Promise<void> {
    await this.measure();
    this.timers = [
      setInterval(() => void this.measure(), EVERY_MS),
      setInterval(() => this.watch(), WATCH_EVERY_MS),
    ];
  }

  onApplicationShutdown(): void {
    this.timers.forEach(clearInterval);
  }

  /**
   * Compares at once when the machine's clock has stepped. The process does not follow it, but the
   * monotonic clock stands still while a machine sleeps, and PostgreSQL's may have stepped as well.
   */
  private watch(): void {
    const steppedMs = wallZeroMs() - this.wallZeroMs;
    this.wallZeroMs += steppedMs;
    if (Math.abs(steppedMs) < STEP_MS) return;
    this.logger.warn({ steppedMs: Math.round(steppedMs) }, 'clock of this machine stepped');
    void this.measure();
  }

  private async measure(): Promise<void> {
    if (!(this.clock instanceof SystemClock)) return;
    const connection = this.database.createQueryRunner();
    try {
      // Half of a wait for a connection would count as the way to the database.
      await connection.connect();
      const askedAtMs = performance.now();
      const sql = 'select clock_timestamp() as now';
      const [row] = await this.database.query<{ now: Date }[]>(sql, [], connection);
      if (!row) return;
      const behindMs = this.clock.correct(row.now, askedAtMs, performance.now());
      if (Math.abs(behindMs) < STEP_MS) return;
      this.logger.warn({ behindMs: Math.round(behindMs) }, 'clock corrected by the database');
    } catch (error) {
      this.logger.warn({ err: error }, 'clock not compared with the database');
    } finally {
      await connection.release();
    }
  }
}

/** @returns the machine's time at which `performance.now()` was 0; it changes when the clock is set */
const wallZeroMs = (): number => Date.now() - performance.now();
