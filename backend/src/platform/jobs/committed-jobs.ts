import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config.js';
import { BatchLoader } from '../database/batch-loader.js';
import { Drain } from '../drain.js';
import { Slots } from '../limits/slots.js';
import type { Logger } from '../logging.js';
import { CONFIG, LOGGER, QUEUE_OF } from '../tokens.js';
import { JobQueue, type QueueOf } from './job-queue.js';
import type { Job } from './outbox.js';
import { CONCURRENCY, type QueueName } from './queue-connection.js';

/** For each queue. Beyond these the sweep of the outbox runs them, some seconds later. */
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
    @Inject(QUEUE_OF) private readonly queueOf: QueueOf,
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

  /**
   * Runs the jobs in the background, as many at once as their queues run: each may take a connection. The
   * first Monday at 18.00 is many buildings' exercise, and a real alarm waits behind none of them.
   */
  run(jobs: Job[]): void {
    if (!this.areRunHere) return;
    for (const job of jobs) {
      const queue = this.queueOf[job.name];
      if (queue === 'claimed' || this.slots.waiting(queue) >= MOST_WAITING) continue;
      void this.runOne(job, queue).finally(this.drain.begin());
    }
  }

  /** Never rejects. */
  private async runOne(job: Job, queue: QueueName): Promise<void> {
    try {
      await this.slots.run(queue, CONCURRENCY[queue], () => this.queue.perform(job));
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
