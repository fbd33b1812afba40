import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../clock.js';
import type { Config } from '../config.js';
import type { Logger } from '../logging.js';
import { CONFIG, LOGGER } from '../tokens.js';
import { Outbox, type JobName, type Jobs } from './outbox.js';
import { openQueue, type QueueConnection } from './queue-connection.js';

const SWEEP_EVERY_MS = 15_000;
const SWEEP_ROWS = 1_000;
/** Rows due later than this are left to a later sweep, so that the queue stays small. */
const AHEAD_MS = 60_000;
const RETRY_MS = 1_000;

type Handler<N extends JobName> = (payload: Jobs[N]) => Promise<void>;

/**
 * Runs outbox rows when they are due, on BullMQ over PostgreSQL. The queue may be emptied at any
 * time: a sweep adds again what is not done, and a row added twice is one job.
 */
@Injectable()
export class JobQueue implements OnApplicationShutdown {
  private readonly handlers = new Map<string, (payload: never) => Promise<void>>();
  private readonly stopped = new AbortController();
  private opening: Promise<void> | undefined;
  private connection: QueueConnection | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
  ) {}

  /** Called while modules are initialised; one handler per job. */
  handle<N extends JobName>(name: N, handler: Handler<N>): void {
    if (this.handlers.has(name)) throw new Error(`two handlers for the job ${name}`);
    this.handlers.set(name, handler);
  }

  /** @returns after the first attempt; one that fails is made again until the shutdown */
  async start(): Promise<void> {
    if (this.config.role === 'api') return;
    this.opening = this.open();
    await this.opening;
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    await this.opening;
    clearInterval(this.timer);
    await this.connection?.close();
  }

  /** Adds to the queue what is due soon. */
  async sweep(): Promise<void> {
    try {
      const now = this.clock.now().getTime();
      for (const row of await this.outbox.open(SWEEP_ROWS)) {
        const delay = Math.max(0, row.dueAt.getTime() - now);
        if (delay > AHEAD_MS) break;
        await this.connection?.queue.add(row.name, row.id, {
          jobId: `outbox-${row.id}`,
          delay,
          attempts: 5,
          backoff: { type: 'exponential', delay: 1_000 },
          removeOnComplete: true,
          removeOnFail: { age: 60 },
        });
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'outbox not swept, tries again');
    }
  }

  private async open(): Promise<void> {
    try {
      this.connection = await openQueue({
        databaseUrl: this.config.databaseUrl,
        work: (rowId) => this.work(rowId),
        onError: (error) => this.logger.warn({ err: error }, 'job queue'),
      });
    } catch (error) {
      this.logger.warn({ err: error }, 'job queue not built, tries again');
      this.opening = undefined;
      void this.openLater();
      return;
    }
    if (this.stopped.signal.aborted) return;
    await this.sweep();
    this.timer = setInterval(() => void this.sweep(), SWEEP_EVERY_MS);
  }

  private async openLater(): Promise<void> {
    const { signal } = this.stopped;
    await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) await this.start();
  }

  private async work(rowId: string): Promise<void> {
    const row = await this.outbox.find(rowId);
    if (!row || row.doneAt) return;
    const handler = this.handlers.get(row.name);
    if (!handler) throw new Error(`no handler for the job ${row.name}`);
    await handler(row.payload as never);
    await this.outbox.markDone(row.id);
  }
}
