import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { MembershipRole } from '../../../contract/http.js';
import { withTimeout } from '../../../platform/with-timeout.js';
import { CHANNEL } from '../../../platform/database/notifications.js';
import { buildingSignal } from '../../../platform/realtime/change-signals.js';
import { AuditService } from '../../audit/audit.service.js';
import { peopleIn, type AlarmRecord, type OngoingAlarm, type Step } from '../model/alarm.js';
import { BuildingStreamRow } from './alarm.entities.js';
import { KeyedQueue } from '../../../platform/database/keyed-queue.js';

const PATIENCE_MS = 2_800;

export interface Stream {
  head: number;
  epoch: string;
}

/** Where a step stands, and which account took it; time itself has none. */
export interface Taken {
  seq: number;
  at: Date;
  actorId?: string;
}

export interface KeptPress {
  id: string;
  buildingId: string;
  membershipId: string;
  alarmId: string;
  epoch: string;
  seq: number;
  merged: boolean;
}

/** All that decides a press, read under the stream's lock. */
export interface PressContext {
  member: { id: string; role: MembershipRole; maySend: boolean } | null;
  press: KeptPress | null;
  ongoing: OngoingAlarm[];
  /** Real alarms this member raised within the window, joined ones not counted. */
  raisedLately: number;
}

/** Writes a building's stream. Every function runs inside the caller's transaction. */
@Injectable()
export class BuildingStream {
  private readonly turns = new KeyedQueue();

  constructor(
    private readonly database: DataSource,
    private readonly audit: AuditService,
  ) {}

  /**
   * Whoever presses hears within three seconds that it was not kept. A commit that comes after that
   * is found by the retry with the same id.
   */
  transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return withTimeout(PATIENCE_MS, this.database.transaction(work));
  }

  /** The same for what people add to a building's stream, one after the other. */
  inTurn<T>(buildingId: string, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.turns.serialize(buildingId, PATIENCE_MS, () => this.database.transaction(work));
  }

  /**
   * Locks the building's stream, as the first statement of a transaction that adds to it. Only a
   * member gets as far as the lock, so that nobody else can hold a building up.
   * @returns undefined for somebody who is no member
   */
  async lock(tx: EntityManager, buildingId: string, userId: string): Promise<Stream | undefined> {
    const lock = (): Promise<Stream[]> =>
      tx.query<Stream[]>(
        `select s.head, s.epoch from building_streams s
          where s.building_id = $1 and exists (
            select 1 from memberships m
             where m.building_id = s.building_id and m.user_id = $2 and m.status = 'active')
            for update of s`,
        [buildingId, userId],
      );
    const [stream] = await lock();
    if (stream) return stream;
    await this.open(tx, buildingId);
    return (await lock())[0];
  }

  /** A building's stream begins when it is first needed. */
  async open(tx: EntityManager, buildingId: string): Promise<void> {
    await tx.query(
      `insert into building_streams (building_id, epoch)
       select id, gen_random_uuid() from buildings where id = $1
       on conflict do nothing`,
      [buildingId],
    );
  }

  /** Locks the stream for work that no person asked for, such as writing down an expiry. */
  async lockForSystem(tx: EntityManager, buildingId: string): Promise<Stream | undefined> {
    const stream = await tx.findOne(BuildingStreamRow, {
      where: { buildingId },
      lock: { mode: 'pessimistic_write' },
    });
    return stream ?? undefined;
  }

  async readPressContext(
    tx: EntityManager,
    press: { alarmId: string; buildingId: string; userId: string; since: Date },
  ): Promise<PressContext> {
    const [context] = await tx.query<
      (Omit<PressContext, 'ongoing'> & { ongoing: (OngoingAlarm & { lastPressAt: string })[] })[]
    >(
      `with me as (
         select id, role, may_send from memberships
          where building_id = $1 and user_id = $2 and status = 'active'
       )
       select
         (select json_build_object('id', id, 'role', role, 'maySend', may_send) from me) as member,
         (select json_build_object('id', id, 'buildingId', building_id,
                   'membershipId', membership_id, 'alarmId', alarm_id,
                   'epoch', epoch, 'seq', seq, 'merged', merged)
            from presses where id = $3) as press,
         coalesce((
           select json_agg(json_build_object(
                    'record', e.record, 'lastPressAt', a.last_press_at,
                    'pressedByMe', exists (
                      select 1 from presses p, me
                       where p.alarm_id = a.id and p.membership_id = me.id)
                  ) order by a.raised_at desc)
             from alarms a
             join alarm_events e on e.building_id = a.building_id and e.seq = a.last_seq
            where a.building_id = $1 and a.status = 'active'), '[]') as ongoing,
         (select count(*)::int from presses p join alarms a on a.id = p.alarm_id, me
           where p.membership_id = me.id and p.at > $4 and not p.merged
             and not a.exercise) as "raisedLately"`,
      [press.buildingId, press.userId, press.alarmId, press.since],
    );
    if (!context) throw new Error('a select without from answers one row');
    const ongoing = context.ongoing.map((alarm) => ({
      ...alarm,
      lastPressAt: new Date(alarm.lastPressAt),
    }));
    return { ...context, ongoing };
  }

  /** @returns the alarm as its last event tells it, whatever its status */
  async find(tx: EntityManager, alarmId: string): Promise<AlarmRecord | undefined> {
    const [row] = await tx.query<{ record: AlarmRecord }[]>(
      `select e.record from alarms a
         join alarm_events e on e.building_id = a.building_id and e.seq = a.last_seq
        where a.id = $1`,
      [alarmId],
    );
    return row?.record;
  }

  /**
   * Adds one event and brings the alarm's row and the stream's head along, in one statement. The
   * signal to all nodes is part of the transaction: it is said with the commit, and only then. So is
   * the line in the audit log.
   */
  async append(
    tx: EntityManager,
    { kind, record }: Step,
    { seq, at, actorId }: Taken,
  ): Promise<void> {
    await this.audit.write(tx, {
      action: `alarm.${kind}`,
      buildingId: record.buildingId,
      subjectId: record.id,
      details: { seq },
      // Who comes upon an alarm whose time is up did not end it.
      ...(actorId !== undefined && kind !== 'expired' && { actorId }),
    });
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
        peopleIn(record),
        at,
        CHANNEL,
        buildingSignal(record.buildingId, seq),
      ],
    );
  }

  async keepPress(tx: EntityManager, press: KeptPress, at: Date): Promise<void> {
    await tx.query(
      `with alarm as (update alarms set last_press_at = $8 where id = $4)
       insert into presses (id, building_id, membership_id, alarm_id, epoch, seq, merged, at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        press.id,
        press.buildingId,
        press.membershipId,
        press.alarmId,
        press.epoch,
        press.seq,
        press.merged,
        at,
      ],
    );
  }
}
