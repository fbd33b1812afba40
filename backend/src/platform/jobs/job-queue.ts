import { channel } from 'node:diagnostics_channel';
import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../clock.js';
import type { Config } from '../config.js';
import { isPassing } from '../database/outage.js';
import type { Logger } from '../logging.js';
import { Metrics } from '../metrics.js';
import { ChangeSignals } from '../realtime/change-signals.js';
import { retryInBackground } from '../retry.js';
import { CONFIG, LOGGER, QUEUE_OF } from '../tokens.js';
import { Outbox, type JobName, type Jobs } from './outbox.js';
import type { OutboxRow } from './outbox.entity.js';
import { ATTEMPTS, openQueues, type QueueConnection, type QueueName } from './queue-connection.js';

const SWEEP_EVERY_MS = 15_000;
const SWEEP_ROWS = 1_000;
/** A node that is killed leaves the jobs of its last commits to the others (decision 69). */
const OVERDUE_EVERY_MS = 1_000;
const OVERDUE_MS = 2_000;
/** Few at a time, because a node with a crowd of presses is late as well and runs its own. */
const OVERDUE_ROWS = 10;
/** Rows due later than this wait for a later sweep, so that the queues stay small. */
const AHEAD_MS = 60_000;
const RETRY_MS = 1_000;

type JobRow = Pick<OutboxRow, 'id' | 'name' | 'payload' | 'dueAt'>;

type Handler<N extends JobName> = (payload: Jobs[N]) => Promise<void>;

/** Jobs that run at intervals, without a payload. */
type ScheduledName = { [N in JobName]: Record<string, never> extends Jobs[N] ? N : never }[JobName];

/**
 * Runs outbox rows when they are due, on BullMQ over PostgreSQL. The queues may be emptied at any
 * time: a sweep adds the open rows again, and a row added twice is one job.
 */
@Injectable()
export class JobQueue implements OnApplicationShutdown {
  private readonly handlers = new Map<string, (payload: never) => Promise<void>>();
  private readonly schedules = new Map<ScheduledName, number>();
  private readonly stopped = new AbortController();
  private opening: Promise<void> | undefined;
  private connection: QueueConnection | undefined;
  private timers: NodeJS.Timeout[] = [];

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(QUEUE_OF) private readonly queueOf: Record<JobName, QueueName>,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly metrics: Metrics,
    signals: ChangeSignals,
  ) {
    signals.subscribe('job', (rowId) => void this.addNow(rowId));
    signals.onResumed(() => void (this.connection && this.sweep()));
  }

  /**
   * Registers a job's handler, once per job and while modules are initialised. A handler may run
   * twice for a row, even at the same time, so it must save its effect where a second run finds it.
   */
  handle<N extends JobName>(name: N, handler: Handler<N>): void {
    if (this.handlers.has(name)) throw new Error(`the job ${name} has two handlers`);
    this.handlers.set(name, handler);
  }

  /** Registers a handler for each period since 1970 on the shared clock; it skips missed ones. */
  handleEvery<N extends ScheduledName>(name: N, periodMs: number, handler: Handler<N>): void {
    this.handle(name, handler);
    this.schedules.set(name, periodMs);
  }

  /**
   * @returns a promise that resolves after the first attempt; later ones run in the background
   * @throws Error when a job has no handler, which would otherwise show only when it is due
   */
  async start(): Promise<void> {
    const missing = Object.keys(this.queueOf).filter((name) => !this.handlers.has(name));
    if (missing.length > 0) throw new Error(`no handler is registered for ${missing.join(', ')}`);
    if (this.config.role === 'api') return;
    await retryInBackground(() => (this.opening = this.open()), {
      signal: this.stopped.signal,
      delayMs: RETRY_MS,
      onFailure: (error) => this.logger.warn({ err: error }, 'job queues not opened, tries again'),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    await this.opening?.catch(() => undefined);
    this.timers.forEach(clearInterval);
    await this.connection?.close();
  }

  /** Adds the rows that are due soon to the queues. */
  async sweep(): Promise<void> {
    try {
      const now = this.clock.now().getTime();
      for (const [name, periodMs] of this.schedules) {
        await this.outbox.addForPeriod(name, new Date(now - (now % periodMs)));
      }
      for (const row of await this.outbox.open(SWEEP_ROWS)) {
        if (!(await this.addIfSoon(row))) break;
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'outbox not swept, tries again');
    }
  }

  /** Adds rows that nobody has run for two seconds; `sweep` adds those that a failure delays longer. */
  async sweepOverdue(): Promise<void> {
    try {
      const until = this.clock.ago(OVERDUE_MS);
      const from = this.clock.ago(OVERDUE_MS + SWEEP_EVERY_MS);
      for (const { id } of await this.outbox.overdue(from, until, OVERDUE_ROWS)) {
        await this.addNow(id);
      }
    } catch {
      // The next one tries again, and the sweep logs an outage.
    }
  }

  /** Runs a job's handler once. @throws its error */
  async perform({ id, name, payload }: JobRow): Promise<void> {
    const handler = this.handlers.get(name);
    if (!handler) throw new Error(`the job ${name} has no handler`);
    // The fault tests kill a worker here; without a subscriber this does nothing.
    channel(`resq:job:before:${name}`).publish(id);
    await handler(payload as never);
    channel(`resq:job:after:${name}`).publish(id);
  }

  /** Records that these jobs have run. */
  async finish(jobs: JobRow[]): Promise<void> {
    await this.outbox.markDone(jobs.map(({ id }) => id));
    for (const { name } of jobs) this.metrics.jobs.inc({ job: name, result: 'done' });
  }

  /** Adds a row at once. When that fails or its signal is lost, the next sweep adds it. */
  async addNow(rowId: string): Promise<void> {
    if (this.stopped.signal.aborted) return;
    try {
      const row = this.connection && (await this.outbox.find(rowId));
      if (row) await this.addIfSoon(row);
    } catch (error) {
      this.logger.warn({ err: error, outbox: rowId }, 'urgent job not added, the sweep will');
    }
  }

  /** @returns false when the row is due so late that a later sweep adds it */
  private async addIfSoon({ id: rowId, name, dueAt }: JobRow): Promise<boolean> {
    const delayMs = Math.max(0, dueAt.getTime() - this.clock.now().getTime());
    if (delayMs > AHEAD_MS) return false;
    const queue = this.queueOf[name as JobName] ?? 'housekeeping';
    await this.connection?.add(queue, { name, rowId, delayMs });
    return true;
  }

  private async open(): Promise<void> {
    this.connection = await openQueues({
      databaseUrl: this.config.databaseUrl,
      work: (rowId, attempt) => this.work(rowId, attempt),
      onError: (error) => this.logger.warn({ err: error }, 'job queue'),
    });
    if (this.stopped.signal.aborted) return;
    await this.sweep();
    this.timers = [
      setInterval(() => void this.sweep(), SWEEP_EVERY_MS),
      setInterval(() => void this.sweepOverdue(), OVERDUE_EVERY_MS),
    ];
  }

  private async work(rowId: string, attempt: number): Promise<void> {
    const row = await this.outbox.find(rowId);
    if (!row || row.doneAt || row.failedAt) return;
    try {
      await this.perform(row);
      await this.finish([row]);
    } catch (error) {
      const job = { job: row.name, outbox: row.id, attempt };
      if (attempt >= ATTEMPTS && isPassing(error)) {
        // An outage of the database is no failure of the job: a later sweep adds it again. A statement
        // that never ends in time looks the same, so an operator has to see it.
        this.logger.error({ err: error, ...job }, 'job failed at every attempt, tries again');
        this.metrics.jobs.inc({ job: row.name, result: 'stuck' });
      } else if (attempt >= ATTEMPTS) {
        this.logger.error({ err: error, ...job }, 'job failed for good');
        await this.outbox.markFailed(row.id, nameOf(error));
        this.metrics.jobs.inc({ job: row.name, result: 'failed' });
      } else {
        this.logger.warn({ err: error, ...job }, 'job failed, tries again');
        this.metrics.jobs.inc({ job: row.name, result: 'retried' });
      }
      throw error;
    }
  }
}

/** @returns the error's code or name; the message is not saved, as it may hold a user's words */
function nameOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  const known = [code, name].find((one) => typeof one === 'string');
  return known?.slice(0, 100) ?? 'unknown';
}
