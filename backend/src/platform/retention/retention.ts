import { Injectable } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';

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
