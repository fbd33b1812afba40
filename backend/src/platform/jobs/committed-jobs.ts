import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config.js';
import { BatchLoader } from '../database/batch-loader.js';
import { Drain } from '../drain.js';
import { Slots } from '../limits/slots.js';
import type { Logger } from '../logging.js';
import { CONFIG, LOGGER } from '../tokens.js';
import { JobQueue } from './job-queue.js';
import type { Job } from './outbox.js';

/** As many as the queue of the pushes runs at once: each may take a connection. */
const AT_ONCE = 4;
/** The first Monday at 18.00 is many buildings' exercise, and a real alarm waits behind none of them. */
const LANES = { real: AT_ONCE, exercise: 2 };
/** Beyond these the sweep of the outbox runs them, some seconds later. */
const MOST_WAITING = 1_000;
/** Other nodes begin such a job later than this, because its own node has been killed or is behind. */
const RESERVED_MS = 2_000;
/** A job is recorded within 10 ms after its end, or 60 ms while there are many. */
const RECORDED = { soonMs: 10, everyMs: 60 };

/**
 * Runs the jobs that this node has just committed, without a detour over the queue (decision 69). The
 * sweep of the outbox finds those that fail, and those of a node that was killed.
 */
@Injectable()
export class CommittedJobs {
  /** False on a node that runs no jobs: its commits signal them to the workers. */
  readonly areRunHere: boolean;

  private readonly slots = new Slots();
  private readonly recorder = new BatchLoader<Job, never>(async (done) => {
    await this.queue.finish(done);
    return new Map<Job, never>();
  }, RECORDED);

  constructor(
    @Inject(CONFIG) { role }: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly drain: Drain,
    private readonly queue: JobQueue,
  ) {
    this.areRunHere = role !== 'api';
  }

  /** @returns the jobs as they are saved, due when this node has had time to run them */
  reserved(jobs: Job[]): Job[] {
    if (!this.areRunHere) return jobs;
    return jobs.map((job) => ({ ...job, dueAt: new Date(job.dueAt.getTime() + RESERVED_MS) }));
  }

  /** Runs the jobs in the background. Each lane has its own order. */
  run(jobs: Job[], lane: keyof typeof LANES): void {
    if (!this.areRunHere) return;
    const room = MOST_WAITING - this.slots.waiting(lane);
    for (const job of jobs.slice(0, room)) void this.runOne(job, lane).finally(this.drain.begin());
  }

  /** Never rejects. */
  private async runOne(job: Job, lane: keyof typeof LANES): Promise<void> {
    try {
      await this.slots.run(lane, LANES[lane], () => this.queue.perform(job));
    } catch (error) {
      this.logger.warn({ err: error, job: job.name, outbox: job.id }, 'job failed, tries again');
      return;
    }
    await this.record(job);
  }

  private async record(job: Job): Promise<void> {
    try {
      await this.recorder.load(job);
    } catch (error) {
      this.logger.warn({ err: error, outbox: job.id }, 'job not recorded, the sweep runs it again');
    }
  }
}
