import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PushStep } from '../../../contract/push.js';
import { prepared } from '../../../platform/database/prepared.js';
import type { PushOutcome } from '../sending/push-service.js';
import type { PushTarget } from '../sending/push-sender.js';
import type { PushedAlarm } from './push-bodies.js';

export interface Recipient extends PushTarget {
  membershipId: string;
  userId: string;
  deviceId: string;
  sessionId: string;
  /** Counts from 1. */
  attempt: number;
  /** Whether an earlier attempt may have been taken without an answer. */
  isUnknown: boolean;
}

export interface Delivery {
  alarmId: string;
  membershipId: string;
  deviceId: string;
  step: number;
  /** `sending`: nobody knows whether the push service took it. */
  outcome: { result: PushOutcome['result'] | 'sending'; retryAt: Date | null };
}

/** A push that is about to be sent. */
export interface Entitlement {
  alarmId: string;
  membershipId: string;
  subscriptionId: string;
  /** Whether it closes the notification of an alarm, which may be over. */
  closes: boolean;
}

export interface Closing extends PushTarget {
  membershipId: string;
  deviceId: string;
  /** The last step that the device was sent. */
  step: number;
}

/** Claims and selects who is due a push. $1 alarm, $2 step, $3 now, $4 end of the claim. */
const CLAIM = prepared(
  'resq_push_claim',
  `with alarm as (
     select a.id, a.building_id, s.user_id, s.home
       from alarms a left join memberships s on s.id = a.sender_id
      where a.id = $1 and a.status = 'active' and a.expires_at > $3
   ), members as (
     select m.id, m.user_id from alarm a
       join memberships m on m.building_id = a.building_id and m.status = 'active'
        and m.user_id is distinct from a.user_id
      where not exists (
              select 1 from alarm_mutes q where q.alarm_id = a.id and q.membership_id = m.id)
        and not exists (
              select 1 from alarm_responses r
                join memberships n on n.id = r.membership_id
               where r.alarm_id = a.id and (n.id = m.id or ($2 > 0 and n.home = m.home)))
        and ($2 = 0 or (m.home = a.home) is not true)
   ), due as (
     select m.id as membership_id, m.user_id, s.device_id, s.session_id, s.id, s.endpoint,
            s.p256dh, s.auth, known."isUnknown"
       from members m
       join push_subscriptions s on s.user_id = m.user_id and s.dead_at is null
       join auth_sessions z on z.id = s.session_id and z.ended_at is null
       left join lateral (
         select bool_or(d.step = $2) as "isRepeated", bool_or(d.step > $2) as "isSuperseded",
                coalesce(bool_or(d.step = $2 and d.result = 'sending'), false) as "isUnknown"
           from push_deliveries d
          where d.alarm_id = $1 and d.membership_id = m.id and d.device_id = s.device_id
       ) known on true
      where known."isSuperseded" is not true
        and (($2 = 0 and known."isRepeated" is not true) or not exists (
              select 1 from alarm_receipts c
               where c.alarm_id = $1 and c.membership_id = m.id and c.device_id = s.device_id))
   ), claimed as (
     insert into push_deliveries as known
            (alarm_id, membership_id, device_id, step, result, attempts, at, retry_at)
     select $1, membership_id, device_id, $2, 'sending', 1, $3, $4 from due
      order by membership_id, device_id
     on conflict on constraint push_deliveries_pkey do update
        set result = 'sending', attempts = known.attempts + 1, at = $3, retry_at = $4
      where known.result in ('sending', 'failed') and known.retry_at <= $3
     returning membership_id, device_id, attempts
   )
   select membership_id as "membershipId", user_id as "userId", device_id as "deviceId",
          session_id as "sessionId", id as "subscriptionId", endpoint, p256dh, auth,
          attempts as attempt, "isUnknown"
     from due join claimed using (membership_id, device_id)`,
);

/**
 * Selects the pushes that may still be sent: to a subscription that still exists, of an active member, and
 * with an alarm that is active, or one that a closing is about. $1 pushes, $2 now or null.
 */
const ENTITLED = prepared(
  'resq_push_entitled',
  `select p.index
     from jsonb_to_recordset($1::jsonb) as p(
            index int, "alarmId" uuid, "membershipId" uuid, "subscriptionId" uuid, closes boolean)
     join alarms a on a.id = p."alarmId" and (p.closes or (
          a.status = 'active' and a.expires_at > coalesce($2::timestamptz, now())))
     join memberships m on m.id = p."membershipId" and m.status = 'active'
      and m.building_id = a.building_id
     join push_subscriptions s on s.id = p."subscriptionId" and s.user_id = m.user_id
      and s.dead_at is null
     join auth_sessions z on z.id = s.session_id and z.ended_at is null`,
);

/** Selects whether the alarm has pushes, and the next try. $1 alarm, $2 step, $3 after this time. */
const NEXT_RETRY = prepared(
  'resq_push_next_retry',
  `select count(*) > 0 as "isAny",
          min(d.retry_at) filter (where a.status = 'active' and d.step = $2
            and d.retry_at > $3 and d.retry_at < a.expires_at) as "retryAt"
     from push_deliveries d join alarms a on a.id = d.alarm_id
    where a.id = $1`,
);

/** Reads the alarms of pushes, and records which pushes are claimed, answered and closed. */
@Injectable()
export class AlarmPushesRepository {
  constructor(private readonly database: DataSource) {}

  /** @returns undefined once the alarm has been retired */
  async find(alarmId: string, now: Date): Promise<PushedAlarm | undefined> {
    const [alarm] = await this.database.query<PushedAlarm[]>(
      `select a.id as "alarmId", a.building_id as "buildingId", b.address, a.type, a.exercise,
              case when a.status = 'active' and a.expires_at <= $2 then 'expired' else a.status end
                as status,
              a.expires_at as "expiresAt", e.record->>'place' as place,
              case when m.id is not null then json_build_object(
                'name', m.name, 'entrance', m.entrance, 'apartment', m.apartment) end as sender
         from alarms a
         join buildings b on b.id = a.building_id
         join alarm_events e on e.building_id = a.building_id and e.seq = a.last_seq
         left join memberships m on m.id = a.sender_id
        where a.id = $1`,
      [alarmId, now],
    );
    return alarm;
  }

  /**
   * Reads everybody who is due a push of this step, and claims those pushes until `leaseUntil`, in one
   * statement: no two jobs send the same push, and a killed one's are due again. Only devices of
   * members who are active at this moment are read.
   */
  claim(alarmId: string, step: PushStep, now: Date, leaseUntil: Date): Promise<Recipient[]> {
    return this.database.query<Recipient[]>(CLAIM, [alarmId, step, now, leaseUntil]);
  }

  /** @returns those that may be sent at this moment, in one statement */
  async findEntitled(batch: Entitlement[], now: Date | null): Promise<Map<Entitlement, true>> {
    const asked = batch.map(({ alarmId, membershipId, subscriptionId, closes }, index) => ({
      index,
      alarmId,
      membershipId,
      subscriptionId,
      closes,
    }));
    const rows = await this.database.query<{ index: number }[]>(ENTITLED, [
      JSON.stringify(asked),
      now,
    ]);
    return new Map(rows.map(({ index }) => [batch[index] as Entitlement, true]));
  }

  /** Keeps pushes claimed that still wait for their push service, in one statement. */
  async renew(
    alarmId: string,
    step: PushStep,
    recipients: Pick<Recipient, 'membershipId' | 'deviceId'>[],
    leaseUntil: Date,
  ): Promise<void> {
    await this.database.query(
      `update push_deliveries d set retry_at = $5
         from unnest($3::uuid[], $4::uuid[]) as g(membership_id, device_id)
        where d.alarm_id = $1 and d.step = $2 and d.result = 'sending'
          and d.membership_id = g.membership_id and d.device_id = g.device_id`,
      [
        alarmId,
        step,
        recipients.map(({ membershipId }) => membershipId),
        recipients.map(({ deviceId }) => deviceId),
        leaseUntil,
      ],
    );
  }

  /**
   * Saves what the push services answered, in one statement. A push that was closed while it was under way
   * may have come after its closing, so it is open again.
   */
  async record(batch: Delivery[], now: Date): Promise<void> {
    await this.database.query(
      `update push_deliveries d set result = g.result, at = $2, retry_at = g."retryAt",
              closed_at = null
         from jsonb_to_recordset($1::jsonb) as g("alarmId" uuid, "membershipId" uuid,
                "deviceId" uuid, step int, result text, "retryAt" timestamptz)
        where d.alarm_id = g."alarmId" and d.membership_id = g."membershipId"
          and d.device_id = g."deviceId" and d.step = g.step`,
      [JSON.stringify(batch.map(({ outcome, ...delivery }) => ({ ...delivery, ...outcome }))), now],
    );
  }

  /**
   * @returns whether the alarm has any pushes, and when the next one of the step may be tried again, if
   *   that is before the alarm's end
   */
  async nextRetry(
    alarmId: string,
    step: PushStep,
    after: Date,
  ): Promise<{ isAny: boolean; retryAt: Date | null }> {
    const [row] = await this.database.query<{ isAny: boolean; retryAt: Date | null }[]>(
      NEXT_RETRY,
      [alarmId, step, after],
    );
    return row ?? { isAny: false, retryAt: null };
  }

  /**
   * @param membershipId a member who has responded; undefined when the alarm is over
   * @returns the devices of active members whose notification may still be open; a push without an answer may
   *   have arrived as well
   */
  findOpen(alarmId: string, membershipId: string | undefined): Promise<Closing[]> {
    return this.database.query<Closing[]>(
      `select d.membership_id as "membershipId", d.device_id as "deviceId", d.step,
              s.id as "subscriptionId", s.endpoint, s.p256dh, s.auth
         from (
           select membership_id, device_id, max(step) as step, max(closed_at) as closed_at,
                  bool_or(closed_at is null) as is_open
             from push_deliveries
            where alarm_id = $1 and result in ('sent', 'sending') and ($2::uuid is null or membership_id = $2)
            group by membership_id, device_id
         ) d
         join alarms a on a.id = $1
         join alarm_events e on e.building_id = a.building_id and e.seq = a.last_seq
         join memberships m on m.id = d.membership_id and m.status = 'active'
         join push_subscriptions s on s.user_id = m.user_id and s.device_id = d.device_id
          and s.dead_at is null
         join auth_sessions z on z.id = s.session_id and z.ended_at is null
        where d.is_open or (a.status <> 'active' and d.closed_at < e.at)`,
      [alarmId, membershipId ?? null],
    );
  }

  async markClosed(
    alarmId: string,
    devices: { membershipId: string; deviceId: string }[],
    now: Date,
  ): Promise<void> {
    await this.database.query(
      `update push_deliveries d set closed_at = $4
         from unnest($2::uuid[], $3::uuid[]) as g(membership_id, device_id)
        where d.alarm_id = $1 and d.membership_id = g.membership_id and d.device_id = g.device_id`,
      [
        alarmId,
        devices.map(({ membershipId }) => membershipId),
        devices.map(({ deviceId }) => deviceId),
        now,
      ],
    );
  }

  /**
   * Finds notifications that were sent while their alarm ended or their member responded, so that the
   * closing missed them or came too early.
   */
  async findMissed(alarmId: string): Promise<{ isOver: boolean; membershipIds: string[] }> {
    const [row] = await this.database.query<{ isOver: boolean; membershipIds: string[] }[]>(
      `select bool_or(a.status <> 'active') as "isOver",
              coalesce(array_agg(distinct d.membership_id) filter (where r.alarm_id is not null), '{}')
                as "membershipIds"
         from alarms a
         join push_deliveries d on d.alarm_id = a.id and d.result in ('sent', 'sending')
          and d.closed_at is null
         left join alarm_responses r on r.alarm_id = a.id and r.membership_id = d.membership_id
        where a.id = $1`,
      [alarmId],
    );
    return row ?? { isOver: false, membershipIds: [] };
  }
}
