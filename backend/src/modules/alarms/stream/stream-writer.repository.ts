import { Injectable } from '@nestjs/common';
import { CHANNEL } from '../../../platform/database/notifications.js';
import type { Tx } from '../../../platform/database/transactions.js';
import { buildingSignal } from '../../../platform/realtime/change-signals.js';
import { membersIn, type Step } from '../model/alarm.js';
import type { MemberNames } from '../model/alarm-views.js';
import type { SavedPress, StreamState } from '../model/stream-change.js';
import { STREAM_STATE } from './stream-state.sql.js';

export interface StreamHead {
  head: number;
  epoch: string;
}

/** The state that a change is decided on, with the names that its answer shows. */
export type LockedState = Omit<StreamState, 'member'> & {
  /** Null for a person who is no active member, and for the system. */
  member: StreamState['member'] | null;
  names: MemberNames;
};

export interface StateRequest {
  buildingId: string;
  /** Undefined where time itself acts. */
  userId: string | undefined;
  /** The press or the alarm in question; their ids are the same. */
  alarmId: string;
  /** Presses before this time do not count for the rate. */
  since: Date;
}

/** Writes a building's stream. Every method runs inside the caller's transaction. */
@Injectable()
export class StreamWriter {
  /**
   * Locks the building's stream, as the first statement of a transaction that adds to it. Only an
   * active member gets as far as the lock, so that no other account can hold a building up.
   * @param userId undefined for work that no person asked for
   * @returns undefined for a person who is no member
   */
  async lock(
    tx: Tx,
    buildingId: string,
    userId: string | undefined,
  ): Promise<StreamHead | undefined> {
    const lock = (): Promise<StreamHead[]> =>
      tx.query<StreamHead[]>(
        `select s.head, s.epoch from building_streams s
          where s.building_id = $1 and ($2::uuid is null or exists (
            select 1 from memberships m
             where m.building_id = s.building_id and m.user_id = $2 and m.status = 'active'))
            for update of s`,
        [buildingId, userId ?? null],
      );
    const [stream] = await lock();
    if (stream) return stream;
    await this.open(tx, buildingId);
    return (await lock())[0];
  }

  /** Creates the building's stream when it is first needed. */
  async open(tx: Tx, buildingId: string): Promise<void> {
    await tx.query(
      `insert into building_streams (building_id, epoch)
       select id, gen_random_uuid() from buildings where id = $1
       on conflict do nothing`,
      [buildingId],
    );
  }

  /** Reads the state in one statement that begins after the lock was taken, so it is the latest. */
  async readState(
    tx: Tx,
    { buildingId, userId, alarmId, since }: StateRequest,
  ): Promise<LockedState> {
    const values = [buildingId, userId ?? null, alarmId, since];
    const [row] = await tx.query<Omit<LockedState, 'buildingId'>[]>(STREAM_STATE, values);
    if (!row) throw new Error('a select without from answers one row');
    const ongoing = row.ongoing.map((alarm) => ({
      ...alarm,
      lastPressAt: new Date(alarm.lastPressAt),
    }));
    return { ...row, buildingId, ongoing };
  }

  /**
   * Adds one event, and updates the alarm's row and the stream's head, in one statement. The signal
   * to all nodes is part of it: NOTIFY is delivered with the commit and only then.
   */
  async append(tx: Tx, { kind, record }: Step, { seq, at }: { seq: number; at: Date }) {
    await tx.query(
      `with stream as (
         update building_streams set head = $2 where building_id = $1
       ), alarm as (
         insert into alarms (id, building_id, type, exercise, status, sender_id,
                             raised_at, last_press_at, expires_at, last_seq)
         values ($3, $1, $4, $5, $6, $7, $8, $8, $9, $2)
         on conflict (id) do update
            set status = excluded.status, expires_at = excluded.expires_at, last_seq = $2
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
        buildingSignal(record.buildingId, seq),
      ],
    );
  }

  async savePress(tx: Tx, press: SavedPress, at: Date): Promise<void> {
    const { id, buildingId, membershipId, alarmId, epoch, seq, merged } = press;
    await tx.query(
      `with alarm as (update alarms set last_press_at = $8 where id = $4)
       insert into presses (id, building_id, membership_id, alarm_id, epoch, seq, merged, at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, buildingId, membershipId, alarmId, epoch, seq, merged, at],
    );
  }

  /** @param entry replaces the member's earlier response to the alarm */
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
