import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** An open transaction. Services pass it on; only repositories read and write through it. */
export type Tx = EntityManager;

/** Lets a service group the calls of several repositories into one transaction. */
@Injectable()
export class Transactions {
  constructor(private readonly database: DataSource) {}

  /**
   * @param work the transaction commits when it resolves and rolls back when it rejects
   * @throws the error of `work`, or one that `isOutage` recognises when the database is away
   */
  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.database.transaction(work);
  }

  /** Works as `run`, but every read sees the moment of the first one. */
  snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.database.transaction('REPEATABLE READ', work);
  }
}
