import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Quiet } from '../../../contract/alarm.js';
import { Clock } from '../../../platform/clock.js';
import type { Actor } from '../../auth/actor.js';
import { AlarmPublisher } from './personal-events.js';
import { AlarmQueries } from '../alarm-queries.js';

/** Keeps who wants no sound of an alarm any more: it concerns that person's devices and nobody else. */
@Injectable()
export class QuietsService {
  constructor(
    private readonly clock: Clock,
    private readonly database: DataSource,
    private readonly queries: AlarmQueries,
    private readonly publisher: AlarmPublisher,
  ) {}

  /** @throws AppError alarm.not_found */
  async note(actor: Actor, alarmId: string, quiet: boolean): Promise<Quiet> {
    const { membershipId } = await this.queries.requireAlarm(actor, alarmId);
    const at = this.clock.now();
    if (quiet) {
      await this.database.query(
        `insert into alarm_quiets (alarm_id, membership_id, at) values ($1, $2, $3)
         on conflict (alarm_id, membership_id) do update set at = excluded.at`,
        [alarmId, membershipId, at],
      );
    } else {
      await this.database.query(
        'delete from alarm_quiets where alarm_id = $1 and membership_id = $2',
        [alarmId, membershipId],
      );
    }
    const told = { alarmId, quiet, at: at.toISOString() };
    this.publisher.quieted(actor.userId, told);
    return told;
  }
}
