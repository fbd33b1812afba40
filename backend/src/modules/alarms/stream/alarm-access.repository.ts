import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '../../../platform/database/transactions.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import { PersonSlots } from '../../../platform/limits/slots.js';
import type { Actor } from '../../auth/actor.js';
import { LOOK_UP_SLOTS } from '../model/alarm-limits.js';
import { historyStart } from '../model/history-window.js';
import type { Member, OwnedAlarm } from '../model/policy.js';

/** An alarm, with the actor's membership in its building. */
export interface AlarmAccess {
  alarm: OwnedAlarm & { id: string; buildingId: string };
  member: Member;
}

/** Finds an alarm for an active member of its building. */
@Injectable()
export class AlarmAccessRepository {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly slots: PersonSlots,
  ) {}

  /** @throws AppError alarm.not_found, for an unknown alarm and for one of another building */
  async require(actor: Actor, alarmId: string): Promise<AlarmAccess> {
    const release = await this.slots.take(LOOK_UP_SLOTS, actor.userId);
    const [found] = await this.find(actor, alarmId).finally(release);
    if (!found) throw new AppError('alarm.not_found');
    return found;
  }

  /** @returns whether the alarm goes on, by the end that it has now */
  async isActive(alarmId: string): Promise<boolean> {
    const rows = await this.database.query<object[]>(
      `select 1 from alarms where id = $1 and status = 'active' and expires_at > $2`,
      [alarmId, this.clock.now()],
    );
    return rows.length > 0;
  }

  /** @returns whether the member is the sender of an active alarm in the building */
  async isSending(
    tx: Tx,
    { id, buildingId }: { id: string; buildingId: string },
  ): Promise<boolean> {
    const rows = await tx.query<object[]>(
      `select 1 from alarms where building_id = $1 and status = 'active' and sender_id = $2 limit 1`,
      [buildingId, id],
    );
    return rows.length > 0;
  }

  private find(actor: Actor, alarmId: string): Promise<AlarmAccess[]> {
    return this.database.query<AlarmAccess[]>(
      `select json_build_object('id', a.id, 'buildingId', a.building_id,
                                'senderId', a.sender_id) as alarm,
              json_build_object('id', m.id, 'role', m.role, 'maySend', m.may_send) as member
         from alarms a join memberships m on m.building_id = a.building_id
        where a.id = $1 and m.user_id = $2 and m.status = 'active' and a.raised_at > $3`,
      [alarmId, actor.userId, historyStart(this.clock)],
    );
  }
}
