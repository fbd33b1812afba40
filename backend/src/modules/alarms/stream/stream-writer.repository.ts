import { Injectable } from '@nestjs/common';
import { CHANNEL } from '../../../platform/database/notifications.js';
import type { Tx } from '../../../platform/database/transactions.js';
import { buildingSignal } from '../../../platform/realtime/change-signals.js';
import { membersIn, type Step } from '../model/alarm.js';
import type { MemberNames } from '../model/alarm-views.js';
import { nextEscalation } from '../model/escalation.js';
import type { SavedPress, StreamState } from '../model/stream-change.js';
import { IS_ANSWERED, STREAM_STATE } from './stream-state.sql.js';

export interface StreamHead {
  head: number;
  epoch: string;
  /** PostgreSQL's time under the lock, by which the change is decided. */
  now: Date;
  /** The epoch before; set when this lock has found a restored stream and began a new epoch. */
  restoredEpoch?: string;
}

/** The input of a rule, with the names that the result needs. */
export type LockedState = Omit<StreamState, 'member'> & {
  /** Null for the system and for a user who is not an active member. */
  member: StreamState['member'] | null;
  names: MemberNames;
  /** True when every home but the sender's has answered the alarm; read for the system only. */
  isAnswered: boolean;
};

export interface StateRequest {
  buildingId: string;
  /** Undefined for work of the system. */
  userId: string | undefined;
  /** The id of a press or an alarm. A press gives its id to the alarm that it raises. */
  alarmId: string;
  /** Presses before this time do not count toward the rate limit. */
  since: Date;
}

/** $1 building, $2 user or null. */
const LOCK = `
  select s.head, s.epoch, clock_timestamp() as now,
         coalesce(s.lineage = (select database_lineage()) || '/' || s.xmin, true) as "isOwn"
    from building_streams s
   where s.building_id = $1 and ($2::uuid is null or exists (
     select 1 from memberships m
      where m.building_id = s.building_id and m.user_id = $2 and m.status = 'active'))
     for update of s`;
const LOCK_NOWAIT = `${LOCK} nowait`;

/** Writes a building's stream. Every method runs inside the caller's transaction. */
@Injectable()
export class StreamWriter {
  /**
   * Locks the building's stream; must be the first statement of a transaction that appends to it.
   * Only an active member takes the lock, so that no other account can block a building.
   * @param userId undefined for work of the system
   * @param mayWait whether to wait a moment for another transaction, which occupies a connection
   * @throws an error that `isContention` recognises while the stream is locked
   * @returns undefined when the user is not an active member or the building does not exist
   */
  async lock(
    tx: Tx,
    buildingId: string,
    userId: string | undefined,
    mayWait: boolean,
  ): Promise<StreamHead | undefined> {
    const lock = (): Promise<(StreamHead & { isOwn: boolean })[]> =>
      tx.query(mayWait ? LOCK : LOCK_NOWAIT, [buildingId, userId ?? null]);
    let [stream] = await lock();
    if (!stream) {
      await this.open(tx, buildingId);
      [stream] = await lock();
    }
    if (!stream) return undefined;
    const { isOwn, ...locked } = stream;
    const renewed = isOwn ? undefined : await this.renewEpoch(tx, buildingId, locked.epoch);
    if (renewed === undefined) return locked;
    return { ...locked, epoch: renewed, restoredEpoch: locked.epoch };
  }

  /** @returns the new epoch; undefined when `epoch` is not the current one any more */
  async renewEpoch(tx: Tx, buildingId: string, epoch: string): Promise<string | undefined> {
    const [[row]] = await tx.query<[{ epoch: string }[]]>(
      `update building_streams set epoch = gen_random_uuid()
        where building_id = $1 and epoch = $2 returning epoch`,
      [buildingId, epoch],
    );
    return row?.epoch;
  }

  /** Creates the building's stream when it is first needed. */
  async open(tx: Tx, buildingId: string): Promise<void> {
    await tx.query(
      `insert into building_streams (building_id, epoch, lineage)
       select id, gen_random_uuid(),
              coalesce(database_lineage() || '/' || pg_current_xact_id()::xid, '')
         from buildings where id = $1
       on conflict do nothing`,
      [buildingId],
    );
  }

  /** Reads the latest state, because its one statement begins after the lock was taken. */
  async readState(
    tx: Tx,
    { buildingId, userId, alarmId, since }: StateRequest,
  ): Promise<LockedState> {
    const values = [buildingId, userId ?? null, alarmId, since];
    const [row] = await tx.query<Omit<LockedState, 'buildingId' | 'isAnswered'>[]>(
      STREAM_STATE,
      values,
    );
    if (!row) throw new Error('the query for the stream state returned no row');
    const ongoing = row.ongoing.map((alarm) => ({
      ...alarm,
      lastPressAt: new Date(alarm.lastPressAt),
    }));
    const [answers] = userId
      ? []
      : await tx.query<{ isAnswered: boolean }[]>(IS_ANSWERED, [buildingId, alarmId]);
    return { ...row, buildingId, ongoing, isAnswered: answers?.isAnswered ?? false };
  }

  /**
   * Appends one event and updates the alarm's row and the stream's head, in one statement. It also
   * signals all nodes: PostgreSQL delivers the NOTIFY only when the transaction commits.
   */
  async append(
    tx: Tx,
    { kind, record }: Step,
    { epoch, seq, at }: { epoch: string; seq: number; at: Date },
  ): Promise<void> {
    await tx.query(
      `with stream as (
         update building_streams set head = $2 where building_id = $1
       ), alarm as (
         insert into alarms (id, building_id, type, exercise, status, sender_id,
                             raised_at, last_press_at, expires_at, last_seq, escalates_at)
         values ($3, $1, $4, $5, $6, $7, $8, $8, $9, $2, $16)
         on conflict (id) do update
            set status = excluded.status, expires_at = excluded.expires_at, last_seq = $2,
                escalates_at = case when excluded.status = 'active' then alarms.escalates_at end
       )
       insert into alarm_events (building_id, seq, alarm_id, kind, record, people, at)
       values ($1, $2, $3, $10, $11, $12, $13)
       returning pg_notify($14, $15)`,
      [
        record.buildingId,
        seq,
        record.id,
        record.type,
        record.exercise,
        record.status,
        record.senderId,
        record.raisedAt,
        record.expiresAt,
        kind,
        JSON.stringify(record),
        membersIn(record),
        at,
        CHANNEL,
        buildingSignal(record.buildingId, { epoch, seq }),
        nextEscalation(record, at),
      ],
    );
  }

  /**
   * @param until PostgreSQL's time after which the press is not saved, because its sender was told so
   * @returns false when it is later than that
   */
  async savePress(tx: Tx, press: SavedPress, at: Date, until: Date): Promise<boolean> {
    const { id, buildingId, membershipId, alarmId, epoch, seq, merged } = press;
    const rows = await tx.query<object[]>(
      `with alarm as (update alarms set last_press_at = $8 where id = $4)
       insert into presses (id, building_id, membership_id, alarm_id, epoch, seq, merged, at)
       select $1, $2, $3, $4, $5, $6, $7, $8 where clock_timestamp() < $9
       returning 1`,
      [id, buildingId, membershipId, alarmId, epoch, seq, merged, at, until],
    );
    return rows.length > 0;
  }

  /** @param entry the response, which replaces the member's earlier one to the alarm */
  async saveResponse(
    tx: Tx,
    entry: { alarmId: string; membershipId: string; response: string; place?: string },
    at: Date,
  ): Promise<void> {
    await tx.query(
      `insert into alarm_responses (alarm_id, membership_id, response, place, at)
       values ($1, $2, $3, $4, $5)
       on conflict (alarm_id, membership_id) do update
          set response = excluded.response, place = excluded.place, at = excluded.at`,
      [entry.alarmId, entry.membershipId, entry.response, entry.place ?? null, at],
    );
  }
}
