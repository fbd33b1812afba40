import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  REACH_LEVELS,
  RECEIPT_LEVELS,
  RESPONSE_KINDS,
  type Reach,
  type ReachedHome,
  type ReachLevel,
  type ReceiptLevel,
  type ResponseKind,
} from '../../../contract/alarm.js';

interface HomeRow {
  entrance: string | null;
  apartment: string;
  names: string[];
  answers: { response: ResponseKind; place: string | null; at: string }[];
  /** What each member's devices have said, and when last. */
  receipts: { levels: ReceiptLevel[]; at: string }[];
}

/** What matters most in a home where several answered. */
const URGENCY: ResponseKind[] = ['need_help', 'coming', 'safe', 'cannot_come'];

export interface AlarmReach {
  reach: Reach;
  /** User ids of those who may see it: the sender and the building's managers. */
  readers: string[];
}

/** Who has been reached by an alarm, home by home. Never more than a device or a person has said. */
@Injectable()
export class ReachQuery {
  constructor(private readonly database: DataSource) {}

  async read(alarmId: string): Promise<AlarmReach> {
    const rows = await this.database.query<HomeRow[]>(
      `select m.entrance, m.apartment,
              array_agg(m.name order by m.name) as names,
              coalesce(json_agg(json_build_object(
                'response', r.response, 'place', r.place, 'at', r.at))
                filter (where r.response is not null), '[]') as answers,
              coalesce(json_agg(json_build_object('levels', d.levels, 'at', d.at))
                filter (where d.levels is not null), '[]') as receipts
         from alarms a
         join memberships s on s.id = a.sender_id
         join memberships m on m.building_id = a.building_id and m.status = 'active'
          and (m.entrance, m.apartment) is distinct from (s.entrance, s.apartment)
         left join alarm_responses r on r.alarm_id = a.id and r.membership_id = m.id
         left join lateral (
           select array_agg(distinct level) as levels, max(at) as at from alarm_receipts
            where alarm_id = a.id and membership_id = m.id
         ) d on true
        where a.id = $1
        group by m.entrance, m.apartment order by m.entrance nulls first, m.apartment`,
      [alarmId],
    );
    const readers = await this.database.query<{ user_id: string }[]>(
      `select m.user_id from alarms a
         join memberships m on m.building_id = a.building_id and m.status = 'active'
        where a.id = $1 and (m.role = 'manager' or m.id = a.sender_id)`,
      [alarmId],
    );
    const homes = rows.map(homeView);
    return {
      reach: { alarmId, counts: count(homes), homes },
      readers: readers.map((row) => row.user_id),
    };
  }
}

function homeView({ entrance, apartment, names, answers, receipts }: HomeRow): ReachedHome {
  const [answer] = answers.toSorted(
    (a, b) => URGENCY.indexOf(a.response) - URGENCY.indexOf(b.response),
  );
  return {
    ...(entrance !== null && { entrance }),
    apartment,
    names,
    level: answer ? 'responded' : furthest(receipts.flatMap(({ levels }) => levels)),
    ...(!answer && receipts.length > 0 && { at: lastOf(receipts) }),
    ...(answer && {
      response: answer.response,
      ...(answer.place !== null && { place: answer.place }),
      at: new Date(answer.at).toISOString(),
    }),
  };
}

/** The home's furthest device speaks for it. */
function furthest(levels: ReceiptLevel[]): ReachLevel {
  return RECEIPT_LEVELS.toReversed().find((level) => levels.includes(level)) ?? 'unreached';
}

function lastOf(receipts: { at: string }[]): string {
  return new Date(Math.max(...receipts.map(({ at }) => Date.parse(at)))).toISOString();
}

function count(homes: ReachedHome[]): Reach['counts'] {
  const keys = [...REACH_LEVELS, ...RESPONSE_KINDS];
  const counts = Object.fromEntries(
    keys.map((key) => [
      key,
      homes.filter((home) => home.level === key || home.response === key).length,
    ]),
  );
  return { ...counts, homes: homes.length } as Reach['counts'];
}
