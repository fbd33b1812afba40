import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { PRESS_DATABASE } from '../../../../platform/tokens.js';
import type { Member, OwnedAlarm } from '../../model/policy.js';

export interface AlarmRef extends OwnedAlarm {
  id: string;
  buildingId: string;
  raisedAt: Date;
}

/** Reads memberships and alarms on the connections that are reserved for changes to alarms. */
@Injectable()
export class MembershipRepository {
  constructor(@Inject(PRESS_DATABASE) private readonly database: DataSource) {}

  /** @returns the user's active memberships, by building id */
  async activeOf(userId: string): Promise<Map<string, Member>> {
    const rows = await this.database.query<(Member & { buildingId: string })[]>(
      `select building_id as "buildingId", id, role, may_send as "maySend" from memberships
        where user_id = $1 and status = 'active'`,
      [userId],
    );
    return new Map(rows.map(({ buildingId, ...member }) => [buildingId, member]));
  }

  async findAlarm(alarmId: string): Promise<AlarmRef | undefined> {
    const [row] = await this.database.query<AlarmRef[]>(
      `select id, building_id as "buildingId", sender_id as "senderId", raised_at as "raisedAt"
         from alarms where id = $1`,
      [alarmId],
    );
    return row;
  }

  /** @returns whether the user's press with this id was saved */
  async hasPressed(alarmId: string, userId: string): Promise<boolean> {
    const rows = await this.database.query<object[]>(
      `select 1 from presses p join memberships m on m.id = p.membership_id
        where p.id = $1 and m.user_id = $2`,
      [alarmId, userId],
    );
    return rows.length > 0;
  }
}
