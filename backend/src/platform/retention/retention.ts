import { Injectable } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';

/** Whom an export or an erasure is about; also houses that were left stand in the second. */
export interface Person {
  userId: string;
  membershipIds: string[];
}

/** What one table holds, how long, and what becomes of a person in it. */
export interface RetentionRule {
  table: string;
  /** For the operator's table: what of a person stands in it. Left out: nothing. */
  personal?: string;
  /** How long, for the operator's table. */
  retainedFor: string;
  /**
   * Removes what was kept long enough; runs every day, again after a restore, and twice at once.
   * Left out where rows go with others (a foreign key), or stay.
   */
  retire?: (database: DataSource, now: Date) => Promise<void>;
  /** What it holds about a person, as it is told to that person. */
  export?: (database: DataSource, person: Person) => Promise<unknown>;
  /** Removes a person, so that a second time finds nothing; in any order of the tables. */
  erase?: (tx: EntityManager, person: Person) => Promise<void>;
}

/**
 * The one list of what is kept. Every room adds its tables; a test fails
 * on a table that nobody answers for.
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
