import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Alarm, Answer, Sync } from '../../contract/alarm.js';
import { AppError } from '../../platform/app-error.js';
import { Clock } from '../../platform/clock.js';
import type { Actor } from '../auth/actor.js';
import { peopleIn, settle, type AlarmRecord } from './alarm.js';
import { historyStart } from './alarm-history.service.js';
import { alarmView, eventView } from './alarm-views.js';
import { readPeople } from './people.js';
import { StreamReader } from './stream-reader.js';

/** Reads what is going on; nobody sees an alarm of a building they are not in. */
@Injectable()
export class AlarmQueries {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly reader: StreamReader,
  ) {}

  /**
   * @returns where the alarm is and who the actor is there
   * @throws AppError alarm.not_found, the same for an unknown alarm and one of another building
   */
  async requireAlarm(
    actor: Actor,
    alarmId: string,
  ): Promise<{ buildingId: string; membershipId: string; manager: boolean; senderId: string }> {
    const [found] = await this.database.query<
      { buildingId: string; membershipId: string; manager: boolean; senderId: string }[]
    >(
      `select a.building_id as "buildingId", a.sender_id as "senderId", m.id as "membershipId",
              m.role = 'manager' as manager
         from alarms a join memberships m on m.building_id = a.building_id
        where a.id = $1 and m.user_id = $2 and m.status = 'active' and a.raised_at > $3`,
      [alarmId, actor.userId, historyStart(this.clock)],
    );
    if (!found) throw new AppError('alarm.not_found');
    return found;
  }

  async view(record: AlarmRecord): Promise<Alarm> {
    return alarmView(
      settle(record, this.clock.now()),
      await readPeople(this.database, peopleIn(record)),
    );
  }

  /**
   * What lies behind a client's cursor, or a reset where it cannot be continued.
   * @param cursor undefined for a client that has nothing yet
   * @param limit events at most; the rest is announced by `more`
   */
  async sync(
    userId: string,
    buildingId: string,
    cursor: { seq: number; epoch?: string } | undefined,
    limit: number,
  ): Promise<Sync> {
    const after = cursor?.seq ?? 0;
    const slice = await this.reader.read(buildingId, { after, limit: cursor ? limit : 0 });
    const { epoch, head, people } = slice;
    const otherEpoch = cursor?.epoch !== undefined && cursor.epoch !== epoch;
    const reset = !cursor || otherEpoch || after > head;
    const events = reset ? [] : slice.events;
    const serverNow = this.clock.now().toISOString();
    return {
      buildingId,
      epoch,
      head,
      reset,
      events: events.map((event) => eventView(event, { epoch, people, serverNow })),
      more: !reset && (events.at(-1)?.seq ?? after) < head,
      active: slice.active.map((record) => alarmView(record, people)),
      answers: await this.answers(
        userId,
        slice.active.map(({ id }) => id),
      ),
      serverNow,
    };
  }

  private async answers(userId: string, alarmIds: string[]): Promise<Answer[]> {
    if (alarmIds.length === 0) return [];
    const rows = await this.database.query<
      (Omit<Answer, 'at' | 'place'> & { place: string | null; at: Date })[]
    >(
      `select r.alarm_id as "alarmId", r.response, r.place, r.at
         from alarm_responses r join memberships m on m.id = r.membership_id
        where r.alarm_id = any($1) and m.user_id = $2`,
      [alarmIds, userId],
    );
    return rows.map(({ alarmId, response, place, at }) => ({
      alarmId,
      response,
      ...(place !== null && { place }),
      at: at.toISOString(),
    }));
  }
}
