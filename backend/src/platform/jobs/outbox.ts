import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../clock.js';
import { CHANNEL } from '../database/notifications.js';
import { jobSignal } from '../realtime/change-signals.js';

/** Jobs by name, each with its payload. A module adds its own by declaration merging. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Jobs {}

export type JobName = keyof Jobs & string;

/** A row of the outbox, done once its effect is in the database. */
export interface Job {
  id: string;
  name: JobName;
  payload: object;
  dueAt: Date;
}

export function newJob<N extends JobName>(name: N, payload: Jobs[N] & object, dueAt: Date): Job {
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

/** A job that failed for good runs again when an operator sets its `failed_at` to null. */
const OPEN = `
  select id, name, payload, due_at as "dueAt" from outbox
   where done_at is null and failed_at is null`;
const DUE = 'due_at <= coalesce($1::timestamptz, now())';
const ALL_DUE = `${OPEN} and ${DUE} and name = any($2) order by due_at limit $3`;
const DUE_BY_ID = `${OPEN} and ${DUE} and id = $2`;
/** Two workers never get the same row, and neither waits for the other. */
const CLAIM = `
  update outbox set due_at = coalesce($1::timestamptz, now()) + make_interval(secs => $4)
   where id in (
    select id from outbox
     where done_at is null and failed_at is null and ${DUE} and name = any($2)
     order by due_at limit $3 for update skip locked)
  returning id, name, payload, due_at as "dueAt"`;

export interface OutboxState {
  open: number;
  failed: number;
  lateSeconds: number;
}

/** Saves later work in the transaction that causes it, so neither exists without the other. */
@Injectable()
export class Outbox {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * The workers learn of the row by a NOTIFY with the commit, or by their next sweep.
   * @param once a text that makes one job of all that are added with it; without one each is a job
   */
  async add<N extends JobName>(
    tx: EntityManager,
    name: N,
    payload: Jobs[N] & object,
    dueAt: Date,
    once?: string,
  ): Promise<void> {
    const id = once === undefined ? randomUUID() : idOf(`${name} ${once}`);
    await tx.query(
      `with added as (
         insert into outbox (id, name, payload, due_at) values ($1, $2, $3, $4)
         on conflict do nothing
       ) select pg_notify($5, $6)`,
      [id, name, JSON.stringify(payload), dueAt, CHANNEL, jobSignal(id)],
    );
  }

  /** Adds a period's row; it has one id for a job and a period, so every worker may add it. */
  async addForPeriod(name: JobName, dueAt: Date): Promise<void> {
    await this.database.query(
      `insert into outbox (id, name, payload, due_at) values ($1, $2, '{}', $3)
       on conflict do nothing`,
      [idOf(`${name} ${dueAt.toISOString()}`), name, dueAt],
    );
  }

  /** @returns the open rows of these jobs that are due, those first that have been due longest */
  findDue(names: JobName[], limit: number): Promise<Job[]> {
    return this.database.query(ALL_DUE, [this.clock.ofStatement(), names, limit]);
  }

  /** @returns rows of these jobs that are due, which no other worker gets for so long */
  async claim(names: JobName[], limit: number, forMs: number): Promise<Job[]> {
    const values = [this.clock.ofStatement(), names, limit, forMs / 1_000];
    const [rows] = await this.database.query<[Job[], number]>(CLAIM, values);
    return rows;
  }

  /** @returns undefined before it is due, and once it is done or has failed for good */
  async findDueById(id: string): Promise<Job | undefined> {
    const [row] = await this.database.query<Job[]>(DUE_BY_ID, [this.clock.ofStatement(), id]);
    return row;
  }

  /** @returns how many rows are open and have failed, and how long the oldest open one has been due */
  async state(): Promise<OutboxState> {
    const [state] = await this.database.query<OutboxState[]>(
      `select count(*) filter (where failed_at is null)::int as open,
              count(*) filter (where failed_at is not null)::int as failed,
              coalesce(greatest(0, extract(epoch from $1::timestamptz
                - min(due_at) filter (where failed_at is null))), 0)::float8 as "lateSeconds"
         from outbox where done_at is null`,
      [this.clock.now()],
    );
    return state ?? { open: 0, failed: 0, lateSeconds: 0 };
  }

  /** @returns whether a run of the job has failed for good, and when one succeeded last */
  async outcomeOf(name: JobName): Promise<{ hasFailed: boolean; doneAt: Date | null }> {
    const [outcome] = await this.database.query<{ hasFailed: boolean; doneAt: Date | null }[]>(
      `select coalesce(bool_or(failed_at is not null), false) as "hasFailed", max(done_at) as "doneAt"
         from outbox where name = $1`,
      [name],
    );
    return outcome ?? { hasFailed: false, doneAt: null };
  }

  async markDone(ids: string[]): Promise<void> {
    const doneAt = this.clock.now();
    await this.database.query('update outbox set done_at = $2 where id = any($1)', [ids, doneAt]);
  }

  /** @param failure the kind of error, never its message */
  async markFailed(id: string, failure: string): Promise<void> {
    const failedAt = this.clock.now();
    const sql = 'update outbox set failed_at = $2, failure = $3 where id = $1';
    await this.database.query(sql, [id, failedAt, failure]);
  }
}

/** @returns a UUID (version 8, RFC 9562) that is the same for the same text */
function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
