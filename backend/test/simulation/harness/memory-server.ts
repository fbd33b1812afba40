import {
  activeIn,
  type MemoryMember,
  NO_ROWS,
  runStatement,
  type StreamRows,
} from './memory-database.js';
import { nameOf } from '../../../src/platform/database/prepared.js';
import type { Scheduler } from './scheduler.js';
import { stateText } from './state-text.js';

/** The ways in which a database goes back to an earlier state. */
export type Restore =
  /** A reload of a dump or a promoted standby: the row's lineage shows it. */
  | 'foreign'
  /** The disk of an earlier moment is put back: nothing in the database shows it. */
  | 'disk';

const away = (): Error => Object.assign(new Error('connection reset'), { code: 'ECONNRESET' });

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
  private epochs = 0;
  private versions = 0;

  constructor(
    readonly scheduler: Scheduler,
    readonly buildingId: string,
    readonly members: MemoryMember[],
  ) {
    this.keep({ ...NO_ROWS });
  }

  /** PostgreSQL's time, later after each write. Reads in another order get the same times. */
  readonly now = (): Date => new Date(Date.UTC(2026, 0, 1) + this.scheduler.nowMs + this.versions);

  /**
   * @param owner the node that asks
   * @param caller tells equal statements of one node apart
   * @returns the part of a DataSource that the stream's repositories use
   */
  dataSource(owner: string, caller: string): object {
    const query = async (sql: string, values: never[]): Promise<unknown> => {
      const label = (): string =>
        `${nameOf(sql) ?? sql.slice(0, 30)} ${JSON.stringify(values)} ${caller}`;
      const run = (): unknown => this.run(sql, values);
      const result = await this.scheduler.later({ owner, label, isStatement: true }, run);
      // The answer may be old when it arrives.
      const answer = (): string => `answer ${JSON.stringify(result)} to ${label()}`;
      return this.scheduler.later({ owner, label: answer }, () => result);
    };
    return { query };
  }

  stateText(): string {
    const { isAway, takenBack, positions, restores, isRolledBack, epochs, versions } = this;
    const rest = [isAway, takenBack, positions, restores, isRolledBack, epochs, versions];
    return `${stateText(rest)} ${[...this.committed, this.rows].map(textOfRows).join(' ')}`;
  }

  /** @returns the number of commits after the one with these rows */
  commitsSince(rows: StreamRows): number {
    return this.committed.length - 1 - this.committed.lastIndexOf(rows);
  }

  /** Takes the last commits back. */
  restore(kind: Restore, commits: number): void {
    // The empty database and the new stream stay.
    const remaining = this.committed.slice(0, Math.max(2, this.committed.length - commits));
    const rows = remaining.at(-1) ?? NO_ROWS;
    for (const id of this.rows.presses.keys()) if (!rows.presses.has(id)) this.takenBack.add(id);
    this.committed.splice(0, this.committed.length, ...remaining);
    this.restores += 1;
    this.isRolledBack ||= kind === 'disk';
    this.rows = kind === 'foreign' ? { ...rows, isOwn: false } : rows;
  }

  private keep(rows: StreamRows): void {
    this.rows = rows;
    this.committed.push(rows);
    const position = positionOf(rows.epoch, rows.head);
    const known = this.positions.get(position) ?? new Set<string>();
    this.positions.set(position, known.add(contentOf(activeIn(rows))));
  }

  private run(sql: string, values: never[]): unknown {
    if (this.isAway) throw away();
    const { rows, after, notices } = runStatement(sql, this.rows, values, {
      buildingId: this.buildingId,
      members: this.members,
      now: this.now,
      newEpoch: () => `epoch ${(this.epochs += 1)}`,
      newVersion: () => `version ${(this.versions += 1)}`,
    });
    if (after) this.keep(after);
    // No node of the simulation runs jobs, and their random ids would make equal states differ.
    const received = notices?.filter((payload) => !payload.includes('"topic":"job"'));
    received?.forEach((payload) => this.onNotify(payload));
    return rows;
  }
}

const texts = new WeakMap<StreamRows, string>();

/** Rows never change, so their text is written once. */
function textOfRows(rows: StreamRows): string {
  const text = texts.get(rows) ?? stateText(rows);
  texts.set(rows, text);
  return text;
}

export const positionOf = (epoch: string, seq: number): string => `${epoch}/${seq}`;

/** @returns what a person sees of these alarms */
export const contentOf = (alarms: { id: string; witnessCount: number }[]): string =>
  alarms
    .map(({ id, witnessCount }) => `${id}+${witnessCount}`)
    .sort()
    .join(' ');
