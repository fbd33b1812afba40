import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { CHANNEL } from '../../../platform/database/notifications.js';
import { violates } from '../../../platform/database/database-errors.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { Logger } from '../../../platform/logging.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { LOGGER, PRESS_DATABASE } from '../../../platform/tokens.js';
import type { MemberNames } from '../model/alarm-views.js';
import type { StreamState } from '../model/alarm.js';
import type { ChangeRows } from './change-rows.js';
import { ANSWERED, SAVE, SAVE_NOWAIT, STREAM_STATE } from './stream.sql.js';

export interface StreamHead {
  head: number;
  /** The time of the event at `head`. */
  headAt: Date | null;
  epoch: string;
  /** Changes with each write of the stream, so that a change is saved on the state it was decided on. */
  version: string;
  /** False after a restore, until a new epoch begins. */
  isOwn: boolean;
  /** PostgreSQL's time at that head, by which the change is decided. */
  now: Date;
}

/** The input of a rule, with the names that the result needs. */
export type ReadState = Omit<StreamState, 'member'> & {
  /** Null for the system and for a user who is not an active member. */
  member: StreamState['member'] | null;
  names: MemberNames;
  /** False when the actor has signed out; true for the system. */
  isSignedIn: boolean;
  /** False when no device of the building's members has a push subscription. */
  hasPushes: boolean;
  /** Those of the alarms in question that every home but the sender's has answered. */
  answeredIds: string[];
};

export interface StreamRead {
  stream: StreamHead;
  state: ReadState;
}

export interface StateRequest {
  buildingId: string;
  /** Undefined for work of the system. */
  actor: { userId: string; sessionId?: string } | undefined;
  /** The id of a press or an alarm. A press gives its id to the alarm that it raises. */
  alarmId: string;
  /** The alarms of which it is in question whether every home has answered. */
  dueIds?: string[] | undefined;
  /** Presses before this time do not count toward the rate limit. */
  since: Date;
  /** An active alarm that ends by then is read, and each active exercise. */
  overBy: Date;
  /** An active alarm whose last press is later than this is read, too. */
  pressedAfter: Date | 'infinity' | '-infinity';
}

/** A stream in an epoch that must not go on. */
interface RestoredStream {
  epoch: string;
  head: number;
}

export interface DueAlarm {
  id: string;
  buildingId: string;
}

/** Longer than a change may take, so that an alarm has one attempt at a time. */
const CLAIM_S = 3;

interface SaveRequest {
  buildingId: string;
  version: string;
  rows: ChangeRows;
  /** PostgreSQL's time after which nothing is saved. */
  until: Date | null;
  /** Whether to wait a moment for another transaction, which occupies a connection. */
  mayWait: boolean;
}

interface SaveResult {
  saved: number;
  isOverdue: boolean;
}

type StateRow = StreamHead & Omit<ReadState, 'buildingId' | 'answeredIds'>;

/** Reads what decides about a change of a building's stream, and writes it, each in one statement. */
@Injectable()
export class StreamWriter {
  constructor(
    @Inject(PRESS_DATABASE) private readonly database: DataSource,
    private readonly signals: ChangeSignals,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @returns undefined when the building has no stream yet */
  async read({
    buildingId,
    actor,
    alarmId,
    dueIds,
    since,
    overBy,
    pressedAfter,
  }: StateRequest): Promise<StreamRead | undefined> {
    const { userId = null, sessionId = null } = actor ?? {};
    const values = [buildingId, userId, alarmId, since, sessionId, overBy, pressedAfter];
    const [row] = await this.database.query<StateRow[]>(STREAM_STATE, values);
    if (!row) return undefined;
    const { head, headAt, epoch, version, isOwn, now, ...state } = row;
    const ongoing = row.ongoing.map((alarm) => ({
      ...alarm,
      lastPressAt: new Date(alarm.lastPressAt),
    }));
    const answered = dueIds
      ? await this.database.query<{ id: string }[]>(ANSWERED, [buildingId, dueIds])
      : [];
    const answeredIds = answered.map(({ id }) => id);
    return {
      stream: { head, headAt, epoch, version, isOwn, now },
      state: { ...state, buildingId, ongoing, answeredIds },
    };
  }

  /**
   * Saves a change durably and signals all nodes. Saving no rows waits for the standby as well, so that
   * the answer to a repeat is as safe as the first one.
   * @returns `moved` when the stream has changed since that version or a newer response was saved, `overdue` after `until`
   * @throws AppError alarm.id_taken, or an error that `isContention` recognises while it is locked
   */
  async save({
    buildingId,
    version,
    rows,
    until,
    mayWait,
  }: SaveRequest): Promise<'saved' | 'moved' | 'overdue'> {
    const values = [buildingId, version, until, JSON.stringify(rows), CHANNEL];
    try {
      const [row] = await this.database.query<SaveResult[]>(mayWait ? SAVE : SAVE_NOWAIT, values);
      if (row?.saved) return 'saved';
      return row?.isOverdue ? 'overdue' : 'moved';
    } catch (error) {
      // Another building has saved a press with this id since the state was read.
      if (violates(error, 'presses_pkey')) throw new AppError('alarm.id_taken');
      throw error;
    }
  }

  /** Makes a stream that a read found missing or restored fit for the next read. */
  async prepare(buildingId: string, found: RestoredStream | undefined): Promise<void> {
    if (found) await this.renewEpoch(buildingId, found);
    else await this.open(buildingId);
  }

  /**
   * Begins a new epoch where a stream was restored (decision 37), unless another node was faster. A
   * failure is only logged: the caller may go on in the old epoch, because every later look and the next
   * change of the stream begin the new one.
   */
  async renewEpoch(buildingId: string, { epoch, head }: RestoredStream): Promise<void> {
    try {
      const [[renewed]] = await this.database.query<[{ epoch: string }[]]>(
        `update building_streams set epoch = gen_random_uuid()
          where building_id = $1 and epoch = $2 returning epoch`,
        [buildingId, epoch],
      );
      if (!renewed) return;
      const line = { buildingId, head, epoch, newEpoch: renewed.epoch };
      this.logger.warn(line, 'the database was restored: a new epoch begins');
      this.signals.publish('building', buildingId);
    } catch (error) {
      this.logger.error({ err: error, buildingId, epoch }, 'new epoch not begun, tries again');
    }
  }

  /**
   * Claims the alarms that are due to escalate. It moves their due time, so that another attempt follows
   * when this one fails or its node dies. It waits for no row: `no key update` passes by receipts that
   * are being saved.
   * @param now null for PostgreSQL's time
   * @returns the alarms that have been due longest
   */
  async claimDue(now: Date | null, limit: number): Promise<DueAlarm[]> {
    const [rows] = await this.database.query<[DueAlarm[]]>(
      `update alarms set escalates_at = coalesce($1::timestamptz, now()) + make_interval(secs => $3)
        where id in (
         select id from alarms where escalates_at <= coalesce($1::timestamptz, now())
          order by escalates_at limit $2 for no key update skip locked
       ) returning id, building_id as "buildingId"`,
      [now, limit, CLAIM_S],
    );
    return rows;
  }

  /** Creates the building's stream when it is first needed. */
  private async open(buildingId: string): Promise<void> {
    await this.database.query(
      `insert into building_streams (building_id, epoch, lineage)
       select id, gen_random_uuid(),
              coalesce(database_lineage() || '/' || pg_current_xact_id()::xid, '')
         from buildings where id = $1
       on conflict do nothing`,
      [buildingId],
    );
  }
}
