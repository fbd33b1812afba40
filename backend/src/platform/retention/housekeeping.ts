import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../clock.js';
import { JobQueue } from '../jobs/job-queue.js';
import { OUTBOX_RETENTION } from '../jobs/outbox-retention.js';
import type { Logger } from '../logging.js';
import { LOGGER } from '../tokens.js';
import { RetentionRules } from './retention.js';

declare module '../jobs/outbox.js' {
  interface Jobs {
    /** Deletes expired rows from every table. */
    'housekeeping.retire': Record<string, never>;
  }
}

const DAY_MS = 24 * 60 * 60_000;

@Injectable()
export class Housekeeping {
  constructor(
    jobs: JobQueue,
    private readonly retention: RetentionRules,
    private readonly database: DataSource,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    retention.add(OUTBOX_RETENTION);
    jobs.handleEvery('housekeeping.retire', DAY_MS, () => this.retire());
  }

  /**
   * Deletes expired rows from every table. A failure in one table does not stop the others.
   * @throws the first failure, so that the job is tried again
   */
  async retire(): Promise<void> {
    const failures: unknown[] = [];
    for (const { table, retire } of this.retention.all) {
      await retire?.(this.database, this.clock.now()).catch((error: unknown) => {
        this.logger.warn({ err: error, table }, 'expired rows not deleted');
        failures.push(error);
      });
    }
    if (failures.length > 0) throw failures[0];
  }
}
