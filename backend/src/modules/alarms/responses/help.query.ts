import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { HelpView, ResponseKind } from '../../../contract/alarm.js';
import { prepared } from '../../../platform/database/prepared.js';
import { neighbour, helpViewOf, type Helper } from '../model/alarm-views.js';
import { READ_VERSION } from './reach.query.js';

interface HelperRow {
  membershipId: string;
  userId: string;
  name: string;
  entrance: string | null;
  apartment: string;
  calledAt: string | null;
  response: ResponseKind | null;
  respondedAt: string | null;
  sawUntil: string | null;
}

interface Helpers {
  version: number;
  rows: HelperRow[];
}

/** $1 alarm. */
const HELPERS = prepared(
  'resq_read_helpers',
  `with helper as (
   select m.id as "membershipId", m.user_id as "userId", m.name, m.entrance, m.apartment,
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
   )
   select ${READ_VERSION} as version,
          coalesce((select json_agg(
            helper order by coalesce("respondedAt", "sawUntil"), "membershipId")
            from helper), '[]') as rows`,
);

/** Reads who called for help, who comes and who has seen the calls. */
@Injectable()
export class HelpQuery {
  constructor(private readonly database: DataSource) {}

  /** @returns the view of one member */
  async read(alarmId: string, membershipId: string): Promise<HelpView> {
    const { version, rows } = await this.find(alarmId);
    return { version, ...helpViewOf(alarmId, rows.map(helperOf), membershipId) };
  }

  /** @returns the view of each member who needs help or comes, by user id */
  async readAll(alarmId: string): Promise<Map<string, HelpView>> {
    const { version, rows } = await this.find(alarmId);
    const helpers = rows.map(helperOf);
    const readers = rows.filter(({ calledAt, response }) => calledAt ?? response === 'coming');
    return new Map(
      readers.map(({ userId, membershipId }) => [
        userId,
        { version, ...helpViewOf(alarmId, helpers, membershipId) },
      ]),
    );
  }

  private async find(alarmId: string): Promise<Helpers> {
    const [found] = await this.database.query<Helpers[]>(HELPERS, [alarmId]);
    return found ?? { version: 0, rows: [] };
  }
}

function helperOf({ membershipId, name, entrance, apartment, ...row }: HelperRow): Helper {
  const { calledAt, response, respondedAt, sawUntil } = row;
  return {
    ...neighbour(membershipId, { [membershipId]: { name, entrance, apartment } }),
    ...(calledAt && { calledAt }),
    ...(response && { response }),
    ...(respondedAt && { respondedAt: new Date(respondedAt).toISOString() }),
    ...(sawUntil && { sawUntil: new Date(sawUntil).toISOString() }),
  };
}
