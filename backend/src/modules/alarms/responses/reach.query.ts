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
import { entranceName } from '../../../contract/homes.js';
import { prepared } from '../../../platform/database/prepared.js';
import { maySeeReach, type ActiveMember } from '../model/policy.js';

/**
 * Selects PostgreSQL's time, in microseconds since 1970, before the statement sees any row. Every change
 * is followed by a read, so of all that are sent the one with the highest version knows all changes.
 */
export const READ_VERSION = 'floor(extract(epoch from statement_timestamp()) * 1000000)::float8';

interface HomeRow {
  entrance: string | null;
  apartment: string;
  names: string[];
  responses: { response: ResponseKind; place: string | null; at: string }[];
  /** The levels that each member's devices reported, with the time of the last one. */
  receipts: { levels: ReceiptLevel[]; at: string }[];
  /** When a push service last took a push for one of the members; null when none did. */
  pushedAt: string | null;
}

interface ReachRow {
  version: number;
  displays: number;
  homes: HomeRow[];
  /** The few members of a large building whom the policy decides about. */
  candidates: (ActiveMember & { userId: string; senderId: string })[];
}

const NOTHING: ReachRow = { version: 0, displays: 0, homes: [], candidates: [] };

/** The order of precedence when several members of a home responded. */
const URGENCY: ResponseKind[] = ['need_help', 'coming', 'safe', 'cannot_come'];

/**
 * One spelling of each entrance: a home's key is the entrance's and "/1201". Whoever joined after an alarm
 * that is over could not be reached by it. $1 alarm.
 */
const REACH = prepared(
  'resq_read_reach',
  `with home as (
   select min(min(m.entrance)) over (partition by left(m.home, -5)) as entrance, m.apartment,
          array_agg(m.name order by m.name) as names,
          coalesce(json_agg(json_build_object(
            'response', r.response, 'place', r.place, 'at', r.at))
            filter (where r.response is not null), '[]') as responses,
          coalesce(json_agg(json_build_object('levels', d.levels, 'at', d.at))
            filter (where d.levels is not null), '[]') as receipts,
          max(p.at) as "pushedAt"
     from alarms a
     left join memberships s on s.id = a.sender_id
     join memberships m on m.building_id = a.building_id and m.status = 'active'
      and m.home is not null and m.home is distinct from s.home
      and m.active_since <= a.expires_at
     left join alarm_responses r on r.alarm_id = a.id and r.membership_id = m.id
     left join lateral (
       select array_agg(distinct level) as levels, max(at) as at from alarm_receipts
        where alarm_id = a.id and membership_id = m.id
     ) d on true
     left join lateral (
       select max(at) as at from push_deliveries
        where alarm_id = a.id and membership_id = m.id and result = 'sent'
     ) p on true
    where a.id = $1
    group by m.home, m.apartment
   )
   select ${READ_VERSION} as version,
          (select count(*)::int from kiosk_receipts where alarm_id = $1) as displays,
          coalesce((select json_agg(home order by entrance nulls first, apartment) from home), '[]')
            as homes,
          coalesce((
            select json_agg(json_build_object(
                     'id', m.id, 'role', m.role, 'maySend', m.may_send,
                     'userId', m.user_id, 'senderId', a.sender_id))
              from alarms a
              join memberships m on m.building_id = a.building_id and m.status = 'active'
             where a.id = $1 and (m.role <> 'resident' or m.id = a.sender_id)), '[]') as candidates`,
);

/** Reads which homes an alarm has reached, only from what devices, members and push services reported. */
@Injectable()
export class ReachQuery {
  constructor(private readonly database: DataSource) {}

  /** @returns the reach, and the users who may see it */
  async read(alarmId: string): Promise<{ reach: Reach; readerIds: string[] }> {
    const [row] = await this.database.query<ReachRow[]>(REACH, [alarmId]);
    const { version, displays, homes: rows, candidates } = row ?? NOTHING;
    const homes = rows.map(homeView);
    const readers = candidates.filter((member) => maySeeReach(member, member));
    const reach = { alarmId, version, counts: count(homes), homes };
    return {
      reach: { ...reach, ...(displays > 0 && { displays }) },
      readerIds: readers.map(({ userId }) => userId),
    };
  }
}

function homeView(row: HomeRow): ReachedHome {
  const { apartment, names, responses, receipts, pushedAt } = row;
  const entrance = entranceName(row.entrance ?? '');
  const [first] = responses.toSorted(
    (a, b) => URGENCY.indexOf(a.response) - URGENCY.indexOf(b.response),
  );
  return {
    ...(entrance && { entrance }),
    apartment,
    names,
    level: first ? 'responded' : furthest(receipts, pushedAt),
    ...(!first && receipts.length > 0 && { at: lastOf(receipts) }),
    ...(!first && receipts.length === 0 && pushedAt && { at: new Date(pushedAt).toISOString() }),
    ...(first && {
      response: first.response,
      ...(first.place !== null && { place: first.place }),
      at: new Date(first.at).toISOString(),
    }),
  };
}

/** Returns the highest level that a device of the home reported, or else the push service's. */
function furthest(receipts: HomeRow['receipts'], pushedAt: string | null): ReachLevel {
  const levels = receipts.flatMap((receipt) => receipt.levels);
  const reported = RECEIPT_LEVELS.toReversed().find((level) => levels.includes(level));
  return reported ?? (pushedAt ? 'pushed' : 'unreached');
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
