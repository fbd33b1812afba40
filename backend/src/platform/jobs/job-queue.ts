import { channel } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Clock } from '../clock.js';
import type { Config } from '../config.js';
import { isPassing } from '../database/database-errors.js';
import { LruMap } from '../limits/lru-map.js';
import type { Logger } from '../logging.js';
import { Metrics } from '../metrics.js';
import { ChangeSignals } from '../realtime/change-signals.js';
import { retryInBackground } from '../retry.js';
import { CONFIG, LOGGER, QUEUE_OF } from '../tokens.js';
import { ClaimedJobs } from './claimed-jobs.js';
import { Outbox, type Job, type JobName, type Jobs } from './outbox.js';
import { ATTEMPTS, openQueues, type QueueConnection, type QueueName } from './queue-connection.js';

/** Work begins at most this long after it is due, and a sweep without any is two index look-ups. */
const SWEEP_EVERY_MS = 500;
const SWEEP_ROWS = 1_000;
/** A row that is open for this long after it was added is added again: the queue may have lost it. */
const AGAIN_MS = 15_000;
const RETRY_MS = 1_000;

type Handler<N extends JobName> = (payload: Jobs[N]) => Promise<void>;

/** The queue of each job; `claimed` ones run without one. */
export type QueueOf = Record<JobName, QueueName | 'claimed'>;

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
  private readonly attempts: Counter<'job' | 'result'>;
  private opening: Promise<void> | undefined;
  private connection: QueueConnection | undefined;
  /** The rows and periods that were added lately, with the time in milliseconds. */
  private readonly added = new LruMap<string, number>(2 * SWEEP_ROWS);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(QUEUE_OF) private readonly queueOf: QueueOf,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly claimed: ClaimedJobs,
    metrics: Metrics,
    signals: ChangeSignals,
  ) {
    this.attempts = metrics.counter(
      'resq_jobs_total',
      'Attempts at jobs, by job and result: done, retried, failed (for good), stuck (tries again)',
      ['job', 'result'],
    );
    signals.subscribe('job', (rowId) => void this.addById(rowId));
    signals.onResumed(() => void this.sweep());
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
    await this.claimed.stop();
    await this.connection?.close();
  }

  /** Adds the rows to the queues that are due, and begins those without a queue. */
  async sweep(): Promise<void> {
    if (!this.connection) return;
    this.claimed.run(this.names('claimed'), this);
    try {
      const now = this.clock.now().getTime();
      for (const [name, periodMs] of this.schedules) {
        const begin = new Date(now - (now % periodMs));
        const key = `${name} ${begin.getTime()}`;
        await this.addOnce(key, () => this.outbox.addForPeriod(name, begin));
      }
      for (const job of await this.outbox.findDue(this.names('queued'), SWEEP_ROWS)) {
        await this.addOnce(job.id, () => this.add(job));
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'outbox not swept, tries again');
    }
  }

  /** Runs a job's handler once. @throws its error */
  async perform({ id, name, payload }: Job): Promise<void> {
    const handler = this.handlers.get(name);
    if (!handler) throw new Error(`the job ${name} has no handler`);
    // The fault tests kill a worker here; without a subscriber this does nothing.
    channel(`resq:job:before:${name}`).publish(id);
    await handler(payload as never);
    channel(`resq:job:after:${name}`).publish(id);
  }

  /** Records that these jobs have run. */
  async finish(jobs: Job[]): Promise<void> {
    await this.outbox.markDone(jobs.map(({ id }) => id));
    for (const { name } of jobs) this.attempts.inc({ job: name, result: 'done' });
  }

  /** The jobs of this release; those of a newer one wait for its workers. */
  private names(kind: 'claimed' | 'queued'): JobName[] {
    const names = Object.keys(this.queueOf) as JobName[];
    return names.filter((name) => (this.queueOf[name] === 'claimed') === (kind === 'claimed'));
  }

  /** When this fails or the signal is lost, the next sweep adds the row. */
  private async addById(id: string): Promise<void> {
    if (this.stopped.signal.aborted) return;
    try {
      // Later work waits in the outbox alone: the queue would begin it by the clocks of its workers.
      const job = this.connection && (await this.outbox.findDueById(id));
      if (job) await this.add(job);
    } catch (error) {
      this.logger.warn({ err: error, outbox: id }, 'urgent job not added, the sweep will');
    }
  }

  private async add({ id: rowId, name }: Job): Promise<void> {
    const queue: QueueName | 'claimed' | undefined = this.queueOf[name];
    if (queue === undefined || queue === 'claimed') return;
    await this.connection?.add(queue, { name, rowId });
  }

  /** Skips what was added a moment ago. */
  private async addOnce(key: string, add: () => Promise<void>): Promise<void> {
    const nowMs = this.clock.now().getTime();
    if (nowMs - (this.added.get(key) ?? -Infinity) < AGAIN_MS) return;
    await add();
    this.added.set(key, nowMs);
  }

  private async open(): Promise<void> {
    this.connection = await openQueues({
      databaseUrl: this.config.databaseUrl,
      work: (rowId, attempt) => this.work(rowId, attempt),
      onError: (error) => this.logger.warn({ err: error }, 'job queue'),
    });
    if (this.stopped.signal.aborted) return;
    await this.sweep();
    void this.sweepUntilStopped();
  }

  private async sweepUntilStopped(): Promise<void> {
    const { signal } = this.stopped;
    while (!signal.aborted) {
      await sleep(SWEEP_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await this.sweep();
    }
  }

  private async work(rowId: string, attempt: number): Promise<void> {
    const row = await this.outbox.findDueById(rowId);
    if (!row) {
      // A job that was begun early stays open, and the sweep finds it once it is due.
      this.added.delete(rowId);
      return;
    }
    try {
      await this.perform(row);
      await this.finish([row]);
    } catch (error) {
      const job = { job: row.name, outbox: row.id, attempt };
      if (attempt >= ATTEMPTS && (isPassing(error) || !this.handlers.has(row.name))) {
        // An outage of the database is no failure of the job, nor is a worker of an older release, which
        // shares the queue: a later sweep adds it again. A statement that never ends in time looks like an
        // outage, so an operator has to see it.
        this.logger.error({ err: error, ...job }, 'job failed at every attempt, tries again');
        this.attempts.inc({ job: row.name, result: 'stuck' });
      } else if (attempt >= ATTEMPTS) {
        this.logger.error({ err: error, ...job }, 'job failed for good');
        await this.outbox.markFailed(row.id, nameOf(error));
        this.attempts.inc({ job: row.name, result: 'failed' });
      } else {
        this.logger.warn({ err: error, ...job }, 'job failed, tries again');
        this.attempts.inc({ job: row.name, result: 'retried' });
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
