import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { HelpView, ResponseKind } from '../../../contract/alarm.js';
import { neighbour } from '../model/alarm-views.js';
import { helpViewOf, type Helper } from '../model/help-view.js';

interface HelperRow {
  membershipId: string;
  userId: string;
  name: string;
  entrance: string | null;
  apartment: string;
  calledAt: string | null;
  response: ResponseKind | null;
  respondedAt: Date | null;
  sawUntil: Date | null;
}

/** Reads who called for help, who comes and who has seen the calls. */
@Injectable()
export class HelpQuery {
  constructor(private readonly database: DataSource) {}

  /** @returns the view of one member */
  async read(alarmId: string, membershipId: string): Promise<HelpView> {
    return helpViewOf(alarmId, (await this.rows(alarmId)).map(helperOf), membershipId);
  }

  /** @returns the view of each member who needs help or comes, by user id */
  async readAll(alarmId: string): Promise<Map<string, HelpView>> {
    const rows = await this.rows(alarmId);
    const helpers = rows.map(helperOf);
    const readers = rows.filter(({ calledAt, response }) => calledAt ?? response === 'coming');
    return new Map(
      readers.map((one) => [one.userId, helpViewOf(alarmId, helpers, one.membershipId)]),
    );
  }

  private rows(alarmId: string): Promise<HelperRow[]> {
    return this.database.query<HelperRow[]>(
      `select m.id as "membershipId", m.user_id as "userId", m.name, m.entrance, m.apartment,
              c.call->>'at' as "calledAt", r.response, r.at as "respondedAt",
              d.help_at as "sawUntil"
         from alarms a
         join alarm_events e on e.building_id = a.building_id and e.seq = a.last_seq
         join memberships m on m.building_id = a.building_id and m.status = 'active'
         left join alarm_responses r on r.alarm_id = a.id and r.membership_id = m.id
         left join lateral (
           select max(help_at) as help_at from alarm_receipts
            where alarm_id = a.id and membership_id = m.id
         ) d on true
         left join lateral (
           select call from jsonb_array_elements(e.record->'needHelp') as calls(call)
            where call->>'membershipId' = m.id::text
         ) c on true
        where a.id = $1
          and (c.call is not null or r.response = 'coming' or d.help_at is not null)
        order by coalesce(r.at, d.help_at), m.id`,
      [alarmId],
    );
  }
}

function helperOf({ membershipId, name, entrance, apartment, ...row }: HelperRow): Helper {
  const { calledAt, response, respondedAt, sawUntil } = row;
  return {
    ...neighbour(membershipId, { [membershipId]: { name, entrance, apartment } }),
    ...(calledAt && { calledAt }),
    ...(response && { response }),
    ...(respondedAt && { respondedAt: respondedAt.toISOString() }),
    ...(sawUntil && { sawUntil: sawUntil.toISOString() }),
  };
}
