import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../../platform/clock.js';
import { isContention } from '../../../platform/database/database-errors.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { LruMap } from '../../../platform/limits/lru-map.js';
import { PersonSlots } from '../../../platform/limits/slots.js';
import { retry } from '../../../platform/retry.js';
import { PRESS_DATABASE } from '../../../platform/tokens.js';
import type { Actor } from '../../auth/actor.js';
import { historyStart } from '../model/alarm.js';
import { LOOK_UP_SLOTS } from '../model/alarm-limits.js';
import type { ActiveMember, OwnedAlarm } from '../model/policy.js';

/** An alarm's building and sender, which never change. */
export interface AlarmOrigin extends OwnedAlarm {
  id: string;
  buildingId: string;
  raisedAt: Date;
}

/** An alarm, with the actor's membership in its building. */
export interface AlarmAccess {
  alarm: Omit<AlarmOrigin, 'raisedAt'>;
  member: ActiveMember;
}

const CACHED_ORIGINS = 1_000;
/** A migration that waits for a table keeps readers out for less than a second. */
const LOCKED_MS = 2_000;
const LOCKED_PAUSE_MS = 50;

/**
 * Finds alarms, presses and memberships by id. The look-ups before a change use the connections that are
 * reserved for changes to alarms.
 */
@Injectable()
export class AlarmLookups {
  private readonly origins = new LruMap<string, AlarmOrigin>(CACHED_ORIGINS);

  constructor(
    private readonly database: DataSource,
    @Inject(PRESS_DATABASE) private readonly reserved: DataSource,
    private readonly clock: Clock,
    private readonly slots: PersonSlots,
  ) {}

  /**
   * @returns the alarm for an active member of its building
   * @throws AppError alarm.not_found, for an unknown alarm and for one of another building
   */
  async accessOf({ userId }: Actor, alarmId: string): Promise<AlarmAccess> {
    const release = await this.slots.take(LOOK_UP_SLOTS, userId);
    const [found] = await this.database
      .query<AlarmAccess[]>(
        `select json_build_object('id', a.id, 'buildingId', a.building_id,
                                  'senderId', a.sender_id) as alarm,
                json_build_object('id', m.id, 'role', m.role, 'maySend', m.may_send) as member
           from alarms a join memberships m on m.building_id = a.building_id
          where a.id = $1 and m.user_id = $2 and m.status = 'active' and a.raised_at > $3`,
        [alarmId, userId, historyStart(this.clock)],
      )
      .finally(release);
    if (!found) throw new AppError('alarm.not_found');
    return found;
  }

  /**
   * @param userId the user whose look-up slots are used; default: those of the system
   * @returns the alarm's origin, whoever the user is; the change itself checks the membership
   * @throws AppError alarm.not_found
   */
  async originOf(alarmId: string, userId = 'system'): Promise<AlarmOrigin> {
    const origin = this.origins.get(alarmId) ?? (await this.readOrigin(alarmId, userId));
    if (!origin || origin.raisedAt <= historyStart(this.clock)) {
      throw new AppError('alarm.not_found');
    }
    this.origins.set(alarmId, origin);
    return origin;
  }

  /** @returns whether the alarm goes on, by the end that it has now */
  async isActive(alarmId: string): Promise<boolean> {
    const rows = await this.database.query<object[]>(
      `select 1 from alarms where id = $1 and status = 'active' and expires_at > $2`,
      [alarmId, this.clock.now()],
    );
    return rows.length > 0;
  }

  /** @returns when the last active alarm ends that the members pressed for or answered, if there is one */
  async activeUntil(membershipIds: readonly string[]): Promise<Date | undefined> {
    const [row] = await this.database.query<{ until: Date | null }[]>(
      `select max(a.expires_at) as until from memberships m
         join alarms a on a.building_id = m.building_id
        where m.id = any($1) and a.status = 'active' and a.expires_at > $2
          and (exists (select 1 from presses
                        where alarm_id = a.id and membership_id = m.id)
               or exists (select 1 from alarm_responses
                           where alarm_id = a.id and membership_id = m.id))`,
      [membershipIds, this.clock.now()],
    );
    return row?.until ?? undefined;
  }

  /** @returns the user's active memberships, by building id */
  async membershipsOf(userId: string): Promise<Map<string, ActiveMember>> {
    const rows = await this.readReserved<ActiveMember & { buildingId: string }>(
      `select building_id as "buildingId", id, role, may_send as "maySend" from memberships
        where user_id = $1 and status = 'active'`,
      [userId],
    );
    return new Map(rows.map(({ buildingId, ...member }) => [buildingId, member]));
  }

  /** @returns whether the user's press with this id was saved */
  async hasPressed(alarmId: string, userId: string): Promise<boolean> {
    const rows = await this.readReserved<object>(
      `select 1 from presses p join memberships m on m.id = p.membership_id
        where p.id = $1 and m.user_id = $2`,
      [alarmId, userId],
    );
    return rows.length > 0;
  }

  private async readOrigin(alarmId: string, userId: string): Promise<AlarmOrigin | undefined> {
    const release = await this.slots.take(LOOK_UP_SLOTS, userId);
    const [row] = await this.readReserved<AlarmOrigin>(
      `select id, building_id as "buildingId", sender_id as "senderId", raised_at as "raisedAt"
         from alarms where id = $1`,
      [alarmId],
    ).finally(release);
    return row;
  }

  /** Reads again while a table is locked, as the change itself does: its connections wait for no lock. */
  private readReserved<T>(statement: string, values: unknown[]): Promise<T[]> {
    const end = performance.now() + LOCKED_MS;
    return retry(() => this.reserved.query<T[]>(statement, values), {
      signal: new AbortController().signal,
      delayMs: LOCKED_PAUSE_MS,
      isRetryable: (error) => isContention(error) && performance.now() < end,
      onFailure: () => undefined,
    });
  }
}
