import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config.js';
import { BatchLoader } from '../database/batch-loader.js';
import { Drain } from '../drain.js';
import { Slots } from '../limits/slots.js';
import type { Logger } from '../logging.js';
import { CONFIG, LOGGER } from '../tokens.js';
import { JobQueue } from './job-queue.js';
import type { NewJob } from './outbox.js';

/** As many as the queue of the pushes runs at once: each may take a connection. */
const AT_ONCE = 4;
/** All jobs share the slots. */
const KEY = 'jobs';
/** Beyond these the sweep of the outbox runs them, some seconds later. */
const MOST_WAITING = 1_000;
/** A job is recorded within 10 ms after its end, or 60 ms while there are many. */
const RECORDED = { soonMs: 10, everyMs: 60 };

/**
 * Runs the jobs that this node has just committed, without a detour over the queue (decision 69). The
 * queue tries again those that fail; the sweep of the outbox finds those of a node that was killed.
 */
@Injectable()
export class CommittedJobs {
  /** False on a node that runs no jobs: its commits signal them to the workers. */
  readonly areRunHere: boolean;

  private readonly slots = new Slots();
  private readonly recorder = new BatchLoader<NewJob, never>(async (done) => {
    await this.queue.finish(done);
    return new Map<NewJob, never>();
  }, RECORDED);

  constructor(
    @Inject(CONFIG) { role }: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly drain: Drain,
    private readonly queue: JobQueue,
  ) {
    this.areRunHere = role !== 'api';
  }

  /** Runs those of the jobs that are due, in the background. */
  run(jobs: NewJob[], now: Date): void {
    if (!this.areRunHere) return;
    const room = MOST_WAITING - this.slots.waiting(KEY);
    for (const job of jobs.filter(({ dueAt }) => dueAt <= now).slice(0, room)) {
      void this.runOne(job).finally(this.drain.begin());
    }
  }

  /** Never rejects. */
  private async runOne(job: NewJob): Promise<void> {
    try {
      await this.slots.run(KEY, AT_ONCE, () => this.queue.perform(job));
    } catch (error) {
      this.logger.warn({ err: error, job: job.name, outbox: job.id }, 'job failed, is queued');
      return this.queue.addNow(job.id);
    }
    await this.record(job);
  }

  private async record(job: NewJob): Promise<void> {
    try {
      await this.recorder.load(job);
    } catch (error) {
      this.logger.warn({ err: error, outbox: job.id }, 'job not recorded, the sweep runs it again');
    }
  }
}
