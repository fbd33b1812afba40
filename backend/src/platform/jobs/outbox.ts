import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, type EntityManager } from 'typeorm';
import { Clock } from '../clock.js';
import { OutboxRow } from './outbox.entity.js';

/** Jobs by name, with what each is told. A room adds its own by declaration merging. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Jobs {}

export type JobName = keyof Jobs & string;

/** Work for later, kept in the same transaction as its cause: neither exists without the other. */
@Injectable()
export class Outbox {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  async add<N extends JobName>(
    manager: EntityManager,
    name: N,
    payload: Jobs[N] & object,
    dueAt: Date,
  ): Promise<void> {
    await manager.insert(OutboxRow, { id: randomUUID(), name, payload, dueAt, doneAt: null });
  }

  /** @returns what is not done, soonest first */
  open(limit: number): Promise<OutboxRow[]> {
    return this.database
      .getRepository(OutboxRow)
      .find({ where: { doneAt: IsNull() }, order: { dueAt: 'ASC' }, take: limit });
  }

  find(id: string): Promise<OutboxRow | null> {
    return this.database.getRepository(OutboxRow).findOneBy({ id });
  }

  async markDone(id: string): Promise<void> {
    await this.database.getRepository(OutboxRow).update({ id }, { doneAt: this.clock.now() });
  }
}
