import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Alarm, Sync } from '../../contract/alarm.js';
import { AppError } from '../../platform/errors/app-error.js';
import { Clock } from '../../platform/clock.js';
import type { Actor } from '../auth/actor.js';
import { peopleIn, settle, type AlarmRecord } from './model/alarm.js';
import { historyStart } from './model/history-window.js';
import { alarmView } from './model/alarm-views.js';
import { readMemberNames } from './stream/member-names.js';
import { EMPTY_MEMBER_STATE, readMemberStates } from './stream/member-state.js';
import { StreamReader } from './stream/stream-reader.js';
import { syncOf } from './stream/stream-sync.js';

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
      await readMemberNames(this.database, peopleIn(record)),
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
    const now = this.clock.now();
    const sync = syncOf(slice, { buildingId, cursor, now, limits: { events: limit } });
    const standing = (await readMemberStates(this.database, [userId])).get(userId);
    return { ...sync, ...(standing?.get(buildingId) ?? EMPTY_MEMBER_STATE) };
  }
}
