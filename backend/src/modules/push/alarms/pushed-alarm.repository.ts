import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PushTarget } from '../sending/push-sender.js';
import type { PushedAlarm } from './push-bodies.js';

export interface Closing extends PushTarget {
  membershipId: string;
  deviceId: string;
  /** The last step that the device was sent. */
  step: number;
}

/** Reads the alarms of pushes, and records whose notifications must be closed. */
@Injectable()
export class PushedAlarmRepository {
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
   * @param membershipId a member who has responded; undefined when the alarm is over
   * @returns the devices of active members whose notification may still be open
   */
  findOpen(alarmId: string, membershipId: string | undefined): Promise<Closing[]> {
    return this.database.query<Closing[]>(
      `select d.membership_id as "membershipId", d.device_id as "deviceId", d.step,
              s.id as "subscriptionId", s.endpoint, s.p256dh, s.auth
         from (
           select membership_id, device_id, max(step) as step, max(closed_at) as closed_at
             from push_deliveries
            where alarm_id = $1 and result = 'sent' and ($2::uuid is null or membership_id = $2)
            group by membership_id, device_id
         ) d
         join alarms a on a.id = $1
         join alarm_events e on e.building_id = a.building_id and e.seq = a.last_seq
         join memberships m on m.id = d.membership_id and m.status = 'active'
         join push_subscriptions s on s.user_id = m.user_id and s.device_id = d.device_id
          and s.dead_at is null
         join auth_sessions z on z.id = s.session_id and z.ended_at is null
        where d.closed_at is null or (a.status <> 'active' and d.closed_at < e.at)`,
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
   * closing missed them.
   */
  async findMissed(alarmId: string): Promise<{ isOver: boolean; membershipIds: string[] }> {
    const [row] = await this.database.query<{ isOver: boolean; membershipIds: string[] }[]>(
      `select bool_or(a.status <> 'active') as "isOver",
              coalesce(array_agg(distinct d.membership_id) filter (where r.alarm_id is not null), '{}')
                as "membershipIds"
         from alarms a
         join push_deliveries d on d.alarm_id = a.id and d.result = 'sent' and d.closed_at is null
         left join alarm_responses r on r.alarm_id = a.id and r.membership_id = d.membership_id
        where a.id = $1`,
      [alarmId],
    );
    return row ?? { isOver: false, membershipIds: [] };
  }
}
