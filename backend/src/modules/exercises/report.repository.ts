import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Home } from '../../contract/alarm.js';
import type { MissReason } from '../../contract/exercises.js';

export interface ReportedHome {
  entrance: string | null;
  apartment: string;
  names: string[];
  membershipIds: string[];
  reachedAt: Date | null;
  answeredAt: Date | null;
  reason: MissReason | null;
}

export interface ReportedAlarm {
  exercise: boolean;
  raisedAt: Date;
  endedAt: Date | null;
  homes: ReportedHome[];
  displays: { shown: number; all: number };
  buildingId: string;
}

/** The words of readiness whose device is connected. */
const CONNECTED = `('ready', 'readyWhileOpen', 'untested', 'muted')`;

/**
 * Selects each member of the alarm `a` with what reached their devices. Homes that joined later, or were
 * approved later and not reached, are left out, as in the history. Without a receipt, what was tried
 * last says why.
 */
export const MEMBERS_OF_ALARM = `
  select m.id, m.user_id, m.building_id, m.home, m.name, m.entrance, m.apartment,
         least(c.at, r.at) as reached_at, r.at as answered_at,
         case when least(c.at, r.at) is not null then null
              when e.readiness ->> m.id::text in ${CONNECTED} then 'silent'
              when d.sent then 'push_unseen'
              when d.dead or (d.alarm_id is null and exists (
                select 1 from push_subscriptions s
                 where s.user_id = m.user_id and s.dead_at <= a.raised_at)) then 'push_dead'
              when d.alarm_id is null and e.readiness is not null then 'away' end as reason
    from memberships m
    left join memberships s on s.id = a.sender_id
    left join exercises e on e.id = a.id
    left join lateral (
      select min(at) as at from alarm_receipts
       where alarm_id = a.id and membership_id = m.id) c on true
    left join lateral (
      select min(at) as at from alarm_responses
       where alarm_id = a.id and membership_id = m.id) r on true
    left join lateral (
      select alarm_id, bool_or(result = 'sent') as sent, bool_or(result = 'dead') as dead
        from push_deliveries where alarm_id = a.id and membership_id = m.id
       group by alarm_id) d on true
   where m.building_id = a.building_id and m.status <> 'pending'
     and m.created_at <= a.raised_at and (m.ended_at is null or m.ended_at > a.raised_at)
     and (m.active_since <= a.raised_at or least(c.at, r.at) is not null)
     and m.home is not null and m.home is distinct from s.home`;

const HOMES = `
  select min(h.entrance) as entrance, h.apartment,
         array_agg(h.name order by h.name, h.id) as names,
         array_agg(h.id order by h.name, h.id) as "membershipIds",
         min(h.reached_at) as "reachedAt", min(h.answered_at) as "answeredAt",
         (array_agg(h.reason order by array_position(
            array['silent', 'push_unseen', 'push_dead', 'away'], h.reason)))[1] as reason
    from alarms a cross join lateral (${MEMBERS_OF_ALARM}) h
   where a.id = $1 group by h.home, h.apartment order by 1 nulls first, 2`;

/** The displays of the building when the alarm was raised; a revoked one's row stays for 30 days. */
const DISPLAYS = `
  select count(*)::int as all, count(r.at)::int as shown
    from alarms a join kiosks k on k.building_id = a.building_id and k.paired_at <= a.raised_at
     and (k.revoked_at is null or k.revoked_at > a.raised_at)
    left join kiosk_receipts r on r.alarm_id = a.id and r.kiosk_id = k.id
   where a.id = $1`;

/** $1 user, $2 now, $3 the latest start that is announced, $4 the earliest exercise that is news. */
const NEWS = `
  select me.id, (
            select min(at) from exercises
             where building_id = me.building_id and called_off_at is null
               and at > $2 and at <= $3) as "exerciseAt",
          missed.at as "missedAt", missed.reason
     from memberships me
     left join lateral (
       select a.raised_at as at, h.reason
         from (select * from alarms
                where building_id = me.building_id and exercise and raised_at > $4
                order by raised_at desc limit 1) a
         cross join lateral (${MEMBERS_OF_ALARM}) h
        where h.id = me.id and h.reached_at is null
          and (a.status <> 'active' or a.expires_at <= $2)
          and not exists (
            select 1 from devices where user_id = $1 and tested_at > a.raised_at)
          and not exists (
            select 1 from push_subscriptions where user_id = $1 and tested_at > a.raised_at)
     ) missed on true
    where me.user_id = $1 and me.status = 'active'`;

/** Reads who an alarm reached, from the receipts and responses that the alarm itself has saved. */
@Injectable()
export class ReportRepository {
  constructor(private readonly database: DataSource) {}

  async read(alarmId: string, now: Date): Promise<ReportedAlarm | undefined> {
    const [alarm] = await this.database.query<Omit<ReportedAlarm, 'homes' | 'displays'>[]>(
      `select a.building_id as "buildingId", a.exercise, a.raised_at as "raisedAt",
              case when a.status <> 'active' then (
                     select at from alarm_events
                      where building_id = a.building_id and seq = a.last_seq)
                   when a.expires_at <= $2 then a.expires_at end as "endedAt"
         from alarms a where a.id = $1`,
      [alarmId, now],
    );
    if (!alarm) return undefined;
    const [homes, displays] = await Promise.all([this.homes(alarmId), this.displays(alarmId)]);
    return { ...alarm, homes, displays };
  }

  private async displays(alarmId: string): Promise<ReportedAlarm['displays']> {
    const [counts] = await this.database.query<ReportedAlarm['displays'][]>(DISPLAYS, [alarmId]);
    return counts ?? { shown: 0, all: 0 };
  }

  homes(alarmId: string): Promise<ReportedHome[]> {
    return this.database.query<ReportedHome[]>(HOMES, [alarmId]);
  }

  /** @returns the exercise of the same building before this one */
  async previous(alarmId: string): Promise<{ id: string; raisedAt: Date } | undefined> {
    const [found] = await this.database.query<{ id: string; raisedAt: Date }[]>(
      `select p.id, p.raised_at as "raisedAt" from alarms a
         join alarms p on p.building_id = a.building_id and p.exercise
          and p.raised_at < a.raised_at
        where a.id = $1 order by p.raised_at desc limit 1`,
      [alarmId],
    );
    return found;
  }

  /**
   * @returns for each active membership of the user the next exercise that was announced, and the last
   *   one since `heldAfter` that is over, reached none of the user's devices and was followed by no test
   */
  news(
    userId: string,
    now: Date,
    announcedUntil: Date,
    heldAfter: Date,
  ): Promise<
    { id: string; exerciseAt: Date | null; missedAt: Date | null; reason: MissReason | null }[]
  > {
    return this.database.query(NEWS, [userId, now, announcedUntil, heldAfter]);
  }
}

/** @returns the home as the wire has it */
export const homeOf = ({
  entrance,
  apartment,
}: {
  entrance: string | null;
  apartment: string;
}): Home => ({
  ...(entrance !== null && { entrance }),
  apartment,
});
