import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../clock.js';
import { JobQueue } from '../jobs/job-queue.js';
import type { Logger } from '../logging.js';
import { LOGGER } from '../tokens.js';

declare module '../jobs/outbox.js' {
  interface Jobs {
    /** Deletes expired rows from every table. */
    'housekeeping.retire': Record<string, never>;
  }
}

const DAY_MS = 24 * 60 * 60_000;
const DONE_RETAINED_MS = 7 * DAY_MS;

/** The person that an export or an erasure is about, with current and former memberships. */
export interface Person {
  userId: string;
  membershipIds: string[];
}

/** The retention of one table, and its part in a person's export and erasure. */
export interface RetentionRule {
  table: string;
  /** The personal data in the table, for `docs/operations.md`; missing when there is none. */
  personal?: string;
  /** The retention time, for `docs/operations.md`. */
  retainedFor: string;
  /**
   * Deletes expired rows. It runs daily and after a restore, and two runs may overlap. Missing when
   * a foreign key deletes the rows, or when they stay.
   */
  retire?: (database: DataSource, now: Date) => Promise<unknown>;
  /** Returns the table's data about a person, in the form of that person's export. */
  export?: (database: DataSource, person: Person) => Promise<unknown>;
  /** Erases a person. It may run twice, and before the erasure in the tables of rules added earlier. */
  erase?: (tx: EntityManager, person: Person) => Promise<unknown>;
}

/**
 * The list of all retention rules. Every module adds those of its tables, and a test fails for a
 * table without a rule.
 */
@Injectable()
export class RetentionRules {
  private readonly rules: RetentionRule[] = [];

  add(...rules: RetentionRule[]): void {
    this.rules.push(...rules);
  }

  get all(): readonly RetentionRule[] {
    return this.rules;
  }
}

/** Done rows stay for a while, or a sweep would add the row of the current period again. */
const OUTBOX_RETENTION: RetentionRule = {
  table: 'outbox',
  retainedFor: '7 days after it was done; failed rows until an operator restarts them',
  retire: async (database, now) => {
    const before = new Date(now.getTime() - DONE_RETAINED_MS);
    await database.query('delete from outbox where done_at < $1', [before]);
  },
};

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
