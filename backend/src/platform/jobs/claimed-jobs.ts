import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '../logging.js';
import { LOGGER } from '../tokens.js';
import { Outbox, type Job, type JobName } from './outbox.js';

/** A press in another building waits behind as many at most, and ten thousand begin in a minute. */
const AT_ONCE = 2;
const ROWS = 40;
/** The rows of a worker that was killed are due again after this time. */
const CLAIMED_MS = 20_000;

interface Runner {
  perform(job: Job): Promise<void>;
  finish(jobs: Job[]): Promise<void>;
}

/**
 * Runs jobs of which thousands may be due in one minute, straight from the outbox (decision 91). In a queue
 * they would stand before the jobs of real alarms, and each would cost more statements than its work. A job
 * that fails is due again until its handler has nothing left to do.
 */
@Injectable()
export class ClaimedJobs {
  private running: Promise<void> | undefined;
  private isStopped = false;

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly outbox: Outbox,
  ) {}

  /** Runs all that are due, in the background. */
  run(names: JobName[], runner: Runner): void {
    this.running ??= this.runDue(names, runner)
      .catch((error: unknown) => this.logger.warn({ err: error }, 'jobs not claimed, tries again'))
      .finally(() => (this.running = undefined));
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  private async runDue(names: JobName[], runner: Runner): Promise<void> {
    while (!this.isStopped) {
      const jobs = await this.outbox.claim(names, ROWS, CLAIMED_MS);
      if (jobs.length === 0) return;
      const done: Job[] = [];
      const left = [...jobs];
      const work = async () => {
        for (let job = left.shift(); job && !this.isStopped; job = left.shift()) {
          try {
            await runner.perform(job);
            done.push(job);
          } catch (error) {
            const details = { err: error, job: job.name, outbox: job.id };
            this.logger.warn(details, 'job failed, tries again');
          }
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      if (done.length > 0) await runner.finish(done);
    }
  }
}
