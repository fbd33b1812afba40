import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../clock.js';
import { columnOf } from '../database/data-source.js';
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
 * @param properties the keys of an export, which are the columns' names in camel case
 * @param order the column that sorts an export
 * @returns the part in export and erasure of a table whose rows belong to one user each
 */
export function ofUser(
  table: string,
  properties: string[],
  order?: string,
): Pick<RetentionRule, 'table' | 'export' | 'erase'> {
  const columns = properties.map((property) => `${columnOf(property)} as "${property}"`);
  const selection = `select ${columns.join(', ')} from ${table} where user_id = $1`;
  const sorted = order ? `${selection} order by ${order}` : selection;
  const deletion = `delete from ${table} where user_id = $1`;
  return {
    table,
    export: (database, { userId }) => database.query(sorted, [userId]),
    erase: (tx, { userId }) => tx.query(deletion, [userId]),
  };
}

/** @returns a `retire` that deletes the rows whose time in `column` is more than `ms` ago */
export function deleteBefore(
  table: string,
  column: string,
  ms: number,
): NonNullable<RetentionRule['retire']> {
  const deletion = `delete from ${table} where ${column} < $1`;
  return (database, now) => database.query(deletion, [new Date(now.getTime() - ms)]);
}

/**
 * The list of all retention rules. Every module adds those of its tables, and a test fails for a
 * table without a rule.
 */
@Injectable()
export class RetentionRules {
  private readonly rules: RetentionRule[] = [];

  constructor(private readonly database: DataSource) {}

  add(...rules: RetentionRule[]): void {
    this.rules.push(...rules);
  }

  get all(): readonly RetentionRule[] {
    return this.rules;
  }

  /** @returns everything that the tables hold about the user, by table */
  async exportOf(person: Person): Promise<Record<string, unknown>> {
    const byTable: Record<string, unknown> = {};
    for (const { table, export: read } of this.rules) {
      if (read) byTable[table] = await read(this.database, person);
    }
    return byTable;
  }

  /**
   * Erases the user from every table. A second run does no harm, so the job may be retried. What a room
   * has added is erased before what it rests on: memberships say in which buildings to look.
   */
  async erase(tx: EntityManager, person: Person): Promise<void> {
    for (const { erase } of this.rules.toReversed()) await erase?.(tx, person);
  }
}

/** Done rows stay for a while, or a sweep would add the row of the current period again. */
const OUTBOX_RETENTION: RetentionRule = {
  table: 'outbox',
  retainedFor: '7 days after it was done; failed rows until an operator restarts them',
  retire: deleteBefore('outbox', 'done_at', DONE_RETAINED_MS),
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
