import type { Tx } from '../../../src/platform/database/transactions.js';
import {
  activeIn,
  LOCK,
  type MemoryMember,
  NO_ROWS,
  RENEW,
  runStatement,
  type StreamRows,
} from './memory-database.js';
import type { Scheduler } from './scheduler.js';

/** The ways in which a database goes back to an earlier state. */
export type Restore =
  /** A reload of a dump or a promoted standby: the row's lineage shows it. */
  | 'foreign'
  /** The disk of an earlier moment is put back: nothing in the database shows it. */
  | 'disk';

/** The name of the database among the processes. */
export const DATABASE = 'database';

const away = (): Error => Object.assign(new Error('connection reset'), { code: 'ECONNRESET' });
const locked = (): Error => Object.assign(new Error('row is locked'), { code: '55P03' });

/** A database server that keeps one building's stream in memory. The schedule runs its statements. */
export class MemoryServer {
  rows: StreamRows = NO_ROWS;
  isAway = false;
  /** Called with the payload of each NOTIFY, after its commit. */
  onNotify: (payload: string) => void = () => undefined;
  /** The ids of presses that a restore has taken back. */
  readonly takenBack = new Set<string>();
  /** The active alarms at each position that the stream ever had, as text; see `positionOf`. */
  readonly positions = new Map<string, Set<string>>();
  restores = 0;
  /** True once a disk was put back. The memory of the nodes finds it, within a second. */
  isRolledBack = false;
  private readonly committed: StreamRows[] = [];
  private holder: Transaction | undefined;
  private readonly waiting: (() => void)[] = [];
  private epochs = 0;
  private reads = 0;

  constructor(
    readonly scheduler: Scheduler,
    readonly buildingId: string,
    readonly members: MemoryMember[],
  ) {
    this.keep({ ...NO_ROWS });
  }

  /** PostgreSQL's time. No two statements have the same. */
  readonly now = (): Date => {
    this.reads += 1;
    return new Date(Date.UTC(2026, 0, 1) + this.scheduler.nowMs + this.reads);
  };

  /** @returns the part of a DataSource that the stream's readers use, for one node */
  dataSource(owner: string): object {
    const query = async (sql: string, values: never[]): Promise<unknown> => {
      const label = (): string => (sql.includes('with news') ? `read ${values[1]}` : 'heads');
      const result = await this.scheduler.later(owner, label, () => this.run(sql, values));
      // The answer may be old when it arrives.
      const answer = (): string => `answer ${JSON.stringify(result)}`;
      return this.scheduler.later(owner, answer, () => result);
    };
    const manager = {
      query: (sql: string, values: never[]): Promise<unknown> =>
        this.scheduler.later(
          owner,
          () => 'open',
          () => {
            const { rows, after } = this.execute(sql, this.rows, values);
            if (after) this.keep(after);
            return rows;
          },
          DATABASE,
        ),
    };
    return { query, manager };
  }

  transactions(owner: string): object {
    return {
      run: async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
        const tx = new Transaction(this, owner);
        try {
          const result = await work(tx as unknown as Tx);
          await tx.commit();
          return await this.scheduler.later(
            owner,
            () => 'committed',
            () => result,
          );
        } finally {
          tx.end();
        }
      },
    };
  }

  execute(sql: string, rows: StreamRows, values: never[]): ReturnType<typeof runStatement> {
    if (this.isAway) throw away();
    return runStatement(sql, rows, values, {
      buildingId: this.buildingId,
      members: this.members,
      now: this.now,
      newEpoch: () => `epoch ${(this.epochs += 1)}`,
    });
  }

  /** Takes the last commits back, and ends every connection. */
  restore(kind: Restore, commits: number): void {
    // The empty database and the new stream stay.
    const remaining = this.committed.slice(0, Math.max(2, this.committed.length - commits));
    const rows = remaining.at(-1) ?? NO_ROWS;
    for (const id of this.rows.presses.keys()) if (!rows.presses.has(id)) this.takenBack.add(id);
    this.committed.splice(0, this.committed.length, ...remaining);
    this.restores += 1;
    this.isRolledBack ||= kind === 'disk';
    this.rows = kind === 'foreign' ? { ...rows, isOwn: false } : rows;
    this.holder?.abort();
  }

  /** Ends the transactions of a killed node. */
  release(owner: string): void {
    if (this.holder?.owner === owner) this.holder.abort();
  }

  /** @returns false when another transaction holds the lock */
  lock(by: Transaction): boolean {
    if (this.holder && this.holder !== by) return false;
    this.holder = by;
    return true;
  }

  unlocked(): Promise<void> {
    return new Promise((go) => this.waiting.push(go));
  }

  unlock(by: Transaction): void {
    if (this.holder !== by) return;
    this.holder = undefined;
    this.waiting.splice(0).forEach((go) => go());
  }

  keep(rows: StreamRows): void {
    this.rows = rows;
    this.committed.push(rows);
    const position = positionOf(rows.epoch, rows.head);
    const known = this.positions.get(position) ?? new Set<string>();
    this.positions.set(position, known.add(contentOf(activeIn(rows))));
  }

  private run(sql: string, values: never[]): unknown {
    return this.execute(sql, this.rows, values).rows;
  }
}

/** A transaction that works on its own copy from the moment in which it has the lock. */
class Transaction {
  private draft: StreamRows | undefined;
  private readonly notices: string[] = [];
  private isAborted = false;

  constructor(
    private readonly server: MemoryServer,
    readonly owner: string,
  ) {}

  async query(sql: string, values: never[]): Promise<unknown> {
    const trimmed = sql.trim();
    if (!this.draft && (LOCK.test(trimmed) || RENEW.test(trimmed))) {
      await this.lock(trimmed.endsWith('nowait'));
    }
    if (this.isAborted) throw away();
    const { rows, after } = this.server.execute(sql, this.draft ?? this.server.rows, values);
    if (after) this.draft = after;
    if (sql.includes('pg_notify')) this.notices.push(values.at(-1) ?? '');
    return rows;
  }

  async commit(): Promise<void> {
    const { scheduler } = this.server;
    await scheduler.later(
      this.owner,
      () => 'commit',
      () => this.keep(),
      DATABASE,
    );
  }

  private keep(): void {
    if (this.isAborted || this.server.isAway) throw away();
    if (this.draft && this.draft !== this.server.rows) this.server.keep(this.draft);
    this.end();
    this.notices.forEach((payload) => this.server.onNotify(payload));
  }

  abort(): void {
    this.isAborted = true;
    this.end();
  }

  end(): void {
    this.server.unlock(this);
  }

  private async lock(fails: boolean): Promise<void> {
    const { scheduler } = this.server;
    for (;;) {
      const has = await scheduler.later(
        this.owner,
        () => 'lock',
        () => this.server.lock(this),
        DATABASE,
      );
      if (has) break;
      if (fails) throw locked();
      await this.server.unlocked();
    }
    this.draft = this.server.rows;
  }
}

export const positionOf = (epoch: string, seq: number): string => `${epoch}/${seq}`;

/** @returns what a person sees of these alarms */
export const contentOf = (alarms: { id: string; witnessCount: number }[]): string =>
  alarms
    .map(({ id, witnessCount }) => `${id}+${witnessCount}`)
    .sort()
    .join(' ');
