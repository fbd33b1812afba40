import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { AlarmEventKind, ResponseKind } from '../../../contract/alarm.js';
import { CHANNEL } from '../../../platform/database/notifications.js';
import { violates } from '../../../platform/database/unique-violation.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { NewJob } from '../../../platform/jobs/outbox.js';
import { PRESS_DATABASE } from '../../../platform/tokens.js';
import type { Actor } from '../../auth/actor.js';
import type { AlarmRecord } from '../model/alarm.js';
import type { MemberNames } from '../model/alarm-views.js';
import type { SavedPress, StreamState } from '../model/stream-change.js';
import { SAVE, SAVE_NOWAIT } from './statements/stream-save.sql.js';
import { ANSWERED, STREAM_STATE } from './statements/stream-state.sql.js';

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
  actor: Pick<Actor, 'userId' | 'sessionId'> | undefined;
  /** The id of a press or an alarm. A press gives its id to the alarm that it raises. */
  alarmId: string;
  /** The alarms of which it is in question whether every home has answered. */
  dueIds?: string[] | undefined;
  /** Presses before this time do not count toward the rate limit. */
  since: Date;
}

/** An alarm's row, and its event. */
export interface AlarmChange {
  /** The event's; 0 when the alarm has a press or another next step, but no event. */
  seq: number;
  kind: AlarmEventKind | null;
  record: AlarmRecord;
  members: string[];
  pressedAt: string;
  escalatesAt: Date | null;
}

/** Everything that one change writes. */
export interface ChangeRows {
  /** Null when nothing changes that a rule reads. */
  head: number | null;
  at: Date;
  /** Whether the time of the next step replaces the one that an alarm has. */
  reschedules: boolean;
  alarms: AlarmChange[];
  presses: SavedPress[];
  responses: {
    alarmId: string;
    membershipId: string;
    response: ResponseKind;
    place?: string;
    turn?: number;
  }[];
  acts: object[];
  jobs: NewJob[];
  /** The payloads of NOTIFY. */
  notices: string[];
}

export interface SaveRequest {
  buildingId: string;
  version: string;
  rows: ChangeRows;
  /** PostgreSQL's time after which nothing is saved. */
  until: Date | null;
  /** Whether to wait a moment for another transaction, which occupies a connection. */
  mayWait: boolean;
}

interface SaveResult {
  locked: number;
  saved: number;
}

type StateRow = StreamHead & Omit<ReadState, 'buildingId' | 'answeredIds'>;

/** Reads what decides about a change of a building's stream, and writes it, each in one statement. */
@Injectable()
export class StreamWriter {
  constructor(@Inject(PRESS_DATABASE) private readonly database: DataSource) {}

  /** @returns undefined when the building has no stream yet */
  async read({
    buildingId,
    actor,
    alarmId,
    dueIds,
    since,
  }: StateRequest): Promise<StreamRead | undefined> {
    const { userId = null, sessionId = null } = actor ?? {};
    const values = [buildingId, userId, alarmId, since, sessionId];
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
   * @returns `moved` when the stream has changed since that version, `late` after `until`
   * @throws AppError alarm.id_taken, or an error that `isContention` recognises while it is locked
   */
  async save({
    buildingId,
    version,
    rows,
    until,
    mayWait,
  }: SaveRequest): Promise<'saved' | 'moved' | 'late'> {
    const values = [buildingId, version, until, JSON.stringify(rows), CHANNEL];
    try {
      const [row] = await this.database.query<SaveResult[]>(mayWait ? SAVE : SAVE_NOWAIT, values);
      if (row?.saved) return 'saved';
      return row?.locked ? 'late' : 'moved';
    } catch (error) {
      // Another building has saved a press with this id since the state was read.
      if (violates(error, 'presses_pkey')) throw new AppError('alarm.id_taken');
      throw error;
    }
  }

  /** @returns the new epoch; undefined when `epoch` is not the current one any more */
  async renewEpoch(buildingId: string, epoch: string): Promise<string | undefined> {
    const [[row]] = await this.database.query<[{ epoch: string }[]]>(
      `update building_streams set epoch = gen_random_uuid()
        where building_id = $1 and epoch = $2 returning epoch`,
      [buildingId, epoch],
    );
    return row?.epoch;
  }

  /** Creates the building's stream when it is first needed. */
  async open(buildingId: string): Promise<void> {
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
