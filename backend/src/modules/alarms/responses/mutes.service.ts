import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Mute } from '../../../contract/alarm.js';
import { Clock } from '../../../platform/clock.js';
import type { Actor } from '../../auth/actor.js';
import { PersonalEvents } from './personal-events.js';
import { AlarmQueries } from '../alarm-queries.js';

/** Keeps who wants no sound of an alarm any more: it concerns that person's devices and nobody else. */
@Injectable()
export class MutesService {
  constructor(
    private readonly clock: Clock,
    private readonly database: DataSource,
    private readonly queries: AlarmQueries,
    private readonly personalEvents: PersonalEvents,
  ) {}

  /** @throws AppError alarm.not_found */
  async note(actor: Actor, alarmId: string, muted: boolean): Promise<Mute> {
    const { membershipId } = await this.queries.requireAlarm(actor, alarmId);
    const at = this.clock.now();
    if (muted) {
      await this.database.query(
        `insert into alarm_mutes (alarm_id, membership_id, at) values ($1, $2, $3)
         on conflict (alarm_id, membership_id) do update set at = excluded.at`,
        [alarmId, membershipId, at],
      );
    } else {
      await this.database.query(
        'delete from alarm_mutes where alarm_id = $1 and membership_id = $2',
        [alarmId, membershipId],
      );
    }
    const told = { alarmId, muted, at: at.toISOString() };
    this.personalEvents.muted(actor.userId, told);
    return told;
  }
}
