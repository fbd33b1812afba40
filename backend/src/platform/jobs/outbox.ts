import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Between, DataSource, IsNull, type EntityManager } from 'typeorm';
import { Clock } from '../clock.js';
import { CHANNEL } from '../database/notifications.js';
import { jobSignal } from '../realtime/change-signals.js';
import { OutboxRow } from './outbox.entity.js';

/** Jobs by name, each with its payload. A module adds its own by declaration merging. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Jobs {}

export type JobName = keyof Jobs & string;

/** A row of the outbox that is not saved yet. */
export interface NewJob {
  id: string;
  name: JobName;
  payload: object;
  dueAt: Date;
}

export function newJob<N extends JobName>(name: N, payload: Jobs[N] & object, dueAt: Date): NewJob {
  return { id: randomUUID(), name, payload, dueAt };
}

/**
 * Inserts the jobs in `change.doc`, for a statement that writes other rows as well; `change` is a part
 * of it that has one row, or none when nothing is to be written.
 */
export const INSERT_JOBS = `
  insert into outbox (id, name, payload, due_at)
  select id, name, payload, "dueAt"
    from change, jsonb_to_recordset(change.doc -> 'jobs')
           as job(id uuid, name text, payload jsonb, "dueAt" timestamptz)`;

/** Saves later work in the transaction that causes it, so neither exists without the other. */
@Injectable()
export class Outbox {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  async add<N extends JobName>(
    tx: EntityManager,
    name: N,
    payload: Jobs[N] & object,
    dueAt: Date,
  ): Promise<void> {
    await tx.insert(OutboxRow, { id: randomUUID(), name, payload, dueAt });
  }

  /** Adds a row that the workers learn of by a NOTIFY with the commit, before their next sweep. */
  async addUrgent<N extends JobName>(
    tx: EntityManager,
    name: N,
    payload: Jobs[N] & object,
    dueAt: Date,
  ): Promise<void> {
    const id = randomUUID();
    await tx.query(
      `with added as (
         insert into outbox (id, name, payload, due_at) values ($1, $2, $3, $4)
       ) select pg_notify($5, $6)`,
      [id, name, JSON.stringify(payload), dueAt, CHANNEL, jobSignal(id)],
    );
  }

  /** Adds a period's row; it has one id for a job and a period, so every worker may add it. */
  async addForPeriod(name: JobName, dueAt: Date): Promise<void> {
    await this.database
      .createQueryBuilder()
      .insert()
      .into(OutboxRow)
      .values({ id: idOf(`${name} ${dueAt.toISOString()}`), name, payload: {}, dueAt })
      .orIgnore()
      .execute();
  }

  /** @returns the rows that are neither done nor failed, soonest first */
  open(limit: number): Promise<OutboxRow[]> {
    return this.database.getRepository(OutboxRow).find({
      where: { doneAt: IsNull(), failedAt: IsNull() },
      order: { dueAt: 'ASC' },
      take: limit,
    });
  }

  /** @returns open rows that were due in that time */
  overdue(from: Date, until: Date, limit: number): Promise<Pick<OutboxRow, 'id'>[]> {
    return this.database.getRepository(OutboxRow).find({
      select: { id: true },
      where: { doneAt: IsNull(), failedAt: IsNull(), dueAt: Between(from, until) },
      take: limit,
    });
  }

  find(id: string): Promise<OutboxRow | null> {
    return this.database.getRepository(OutboxRow).findOneBy({ id });
  }

  async markDone(ids: string[]): Promise<void> {
    const doneAt = this.clock.now();
    await this.database.query('update outbox set done_at = $2 where id = any($1)', [ids, doneAt]);
  }

  /** @param failure the kind of error, never its message */
  async markFailed(id: string, failure: string): Promise<void> {
    const failedAt = this.clock.now();
    await this.database.getRepository(OutboxRow).update({ id }, { failedAt, failure });
  }
}

/** @returns a UUID (version 8, RFC 9562) that is the same for the same text */
function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
