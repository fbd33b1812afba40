import { Inject, Injectable, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import {
  Queue,
  Worker,
  createPostgresBackend,
  runMigrations,
  setDefaultBackendFactory,
} from 'bullmq';
import pg from 'pg';
import { Clock } from '../clock.js';
import type { Config } from '../config.js';
import type { Logger } from '../logging.js';
import { CONFIG, LOGGER } from '../tokens.js';
import { Outbox, type JobName, type Jobs } from './outbox.js';

const SCHEMA = 'bullmq';
const QUEUE = 'alarms';
const SWEEP_EVERY_MS = 15_000;
const SWEEP_ROWS = 1_000;
/** Rows due later than this are left to a later sweep, so that the queue stays small. */
const AHEAD_MS = 60_000;

type Handler<N extends JobName> = (payload: Jobs[N]) => Promise<void>;

/**
 * Runs outbox rows when they are due, on BullMQ over PostgreSQL. The queue may be emptied at any
 * time: a sweep adds again what is not done, and a row added twice is one job.
 */
@Injectable()
export class JobQueue implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly handlers = new Map<string, (payload: never) => Promise<void>>();
  private pool: pg.Pool | undefined;
  private queue: Queue | undefined;
  private worker: Worker | undefined;
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

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.role === 'api') return;
    await migrateQueue(this.config.databaseUrl);
    setDefaultBackendFactory(createPostgresBackend as never);
    this.pool = new pg.Pool({
      connectionString: this.config.databaseUrl,
      max: 6,
      keepAlive: true,
      options: `-c search_path=${SCHEMA}`,
    });
    this.pool.on('error', (error) => this.logger.warn({ err: error }, 'job connection lost'));
    const connection = this.pool as never;
    this.queue = new Queue(QUEUE, { connection });
    this.worker = new Worker(QUEUE, (job) => this.work(String(job.data)), { connection });
    const complain = (error: Error): void => this.logger.warn({ err: error }, 'job queue');
    this.queue.on('error', complain);
    this.worker.on('error', complain);
    await this.sweep();
    this.timer = setInterval(() => void this.sweep(), SWEEP_EVERY_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.worker?.close();
    await this.queue?.close();
    await this.pool?.end();
  }

  /** Adds to the queue what is due soon. */
  async sweep(): Promise<void> {
    try {
      const now = this.clock.now().getTime();
      for (const row of await this.outbox.open(SWEEP_ROWS)) {
        const delay = Math.max(0, row.dueAt.getTime() - now);
        if (delay > AHEAD_MS) break;
        await this.queue?.add(row.name, row.id, {
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

  private async work(rowId: string): Promise<void> {
    const row = await this.outbox.find(rowId);
    if (!row || row.doneAt) return;
    const handler = this.handlers.get(row.name);
    if (!handler) throw new Error(`no handler for the job ${row.name}`);
    await handler(row.payload as never);
    await this.outbox.markDone(row.id);
  }
}

async function migrateQueue(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await runMigrations(client, SCHEMA);
  } finally {
    await client.end();
  }
}
