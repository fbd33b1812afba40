import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '../../platform/database/transactions.js';
import { RetentionRules, type Person } from '../../platform/retention/retention.js';

/** Reads and erases a user's data in every table, by the retention rules of all modules. */
@Injectable()
export class PersonalDataRepository {
  constructor(
    private readonly database: DataSource,
    private readonly retention: RetentionRules,
  ) {}

  /** @returns everything that the tables hold about the user, by table */
  async read(person: Person): Promise<Record<string, unknown>> {
    const byTable: Record<string, unknown> = {};
    for (const { table, export: read } of this.retention.all) {
      if (read) byTable[table] = await read(this.database, person);
    }
    return byTable;
  }

  /**
   * Erases the user from every table. A second run does no harm, so the job may be retried. What a room
   * has added is erased before what it rests on: memberships say in which buildings to look.
   */
  async erase(tx: Tx, person: Person): Promise<void> {
    for (const { erase } of this.retention.all.toReversed()) await erase?.(tx, person);
  }
}
