import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/transactions.js';
import { DataSource } from 'typeorm';
import type { ReachedHomes } from '../../../contract/http.js';
import { Clock } from '../../../platform/clock.js';
import { readPageCursor } from '../../../platform/input.js';
import { historyStart, type AlarmRecord } from '../model/alarm.js';
import type { MemberNames, StoredEvent } from '../model/alarm-views.js';

export interface HistoryFilters {
  /** The `next` of the previous page. */
  before?: string;
  type?: string;
  exercise?: string;
}

export interface StoredResponse {
  membershipId: string;
  response: string;
  place: string | null;
  at: Date;
}

/** The building of an active alarm. */
export interface HandoverBuilding {
  buildingId: string;
  senderId: string;
  name: string;
  address: string;
  rescueNote: string | null;
}

/** Reads the alarms of the last 12 months. */
@Injectable()
export class HistoryRepository {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @returns the building's alarms, newest first */
  async page(
    buildingId: string,
    { before, type, exercise }: HistoryFilters,
    limit: number,
  ): Promise<AlarmRecord[]> {
    const { at, id } = readPageCursor(before);
    const rows = await this.database.query<{ record: AlarmRecord }[]>(
      `select e.record from alarms a
         join alarm_events e on e.building_id = a.building_id and e.seq = a.last_seq
        where a.building_id = $1 and a.raised_at > $2
          and ($3::timestamptz is null or (a.raised_at, a.id) < ($3::timestamptz, $4::uuid))
          and ($5::text is null or a.type = $5)
          and ($6::boolean is null or a.exercise = $6)
        order by a.raised_at desc, a.id desc limit $7`,
      [buildingId, historyStart(this.clock), at, id, type ?? null, exercise ?? null, limit],
    );
    return rows.map(({ record }) => record);
  }

  /** @returns the alarm's events in order */
  events(alarmId: string): Promise<StoredEvent[]> {
    return this.database.query<StoredEvent[]>(
      'select seq, kind, record, at from alarm_events where alarm_id = $1 order by seq',
      [alarmId],
    );
  }

  /** @param visibleTo a member who sees calls for help and their own response; undefined for all */
  responses(alarmId: string, visibleTo: string | undefined): Promise<StoredResponse[]> {
    return this.database.query<StoredResponse[]>(
      `select membership_id as "membershipId", response, place, at from alarm_responses
        where alarm_id = $1
          and ($2::uuid is null or response = 'need_help' or membership_id = $2)`,
      [alarmId, visibleTo ?? null],
    );
  }

  /** @returns names and homes by membership id; erased memberships are missing */
  async names(membershipIds: string[]): Promise<MemberNames> {
    const rows = await this.database.query<
      { id: string; name: string; entrance: string | null; apartment: string }[]
    >('select id, name, entrance, apartment from memberships where id = any($1)', [
      [...new Set(membershipIds)],
    ]);
    return Object.fromEntries(rows.map(({ id, ...person }) => [id, person]));
  }

  /**
   * Counts the homes that an alarm reached. Homes that joined after the alarm was raised, or were approved
   * later and not reached, are left out, so that they do not count as missed. A home is reached when
   * a member responded or a device reported.
   * @returns counts by alarm id; an alarm in a building without neighbours is missing
   */
  async reachedHomes(alarmIds: string[]): Promise<Map<string, { reached: ReachedHomes }>> {
    if (alarmIds.length === 0) return new Map();
    const rows = await this.database.query<(ReachedHomes & { id: string })[]>(
      `select a.id, count(*)::int as homes, count(*) filter (where h.reached)::int as reached
         from alarms a
         left join memberships s on s.id = a.sender_id
         cross join lateral (
           select bool_or(one.reached) as reached
             from memberships m
             cross join lateral (
               select exists (select 1 from alarm_responses r
                               where r.alarm_id = a.id and r.membership_id = m.id)
                      or exists (select 1 from alarm_receipts c
                                  where c.alarm_id = a.id and c.membership_id = m.id) as reached
             ) one
            where m.building_id = a.building_id and m.status <> 'pending'
              and m.created_at <= a.raised_at and (m.ended_at is null or m.ended_at > a.raised_at)
              and (m.active_since <= a.raised_at or one.reached)
              and m.home is not null and m.home is distinct from s.home
            group by m.home
         ) h
        where a.id = any($1) group by a.id`,
      [alarmIds],
    );
    return new Map(rows.map(({ id, reached, homes }) => [id, { reached: { reached, homes } }]));
  }

  /** @returns undefined once the alarm is over */
  async findHandover(alarmId: string): Promise<HandoverBuilding | undefined> {
    const [row] = await this.database.query<HandoverBuilding[]>(
      `select a.building_id as "buildingId", a.sender_id as "senderId", b.name, b.address,
              b.rescue_note as "rescueNote"
         from alarms a join buildings b on b.id = a.building_id
        where a.id = $1 and a.status = 'active' and a.expires_at > $2`,
      [alarmId, this.clock.now()],
    );
    return row;
  }

  /** @param alarmId any text */
  async find(tx: Tx, alarmId: string): Promise<{ buildingId: string; status: string } | undefined> {
    const [alarm] = await tx.query<{ buildingId: string; status: string }[]>(
      'select building_id as "buildingId", status from alarms where id::text = $1',
      [alarmId],
    );
    return alarm;
  }

  /** Removes place and note from the alarm, from its calls for help and from its responses. */
  async removeTexts(tx: Tx, alarmId: string): Promise<void> {
    await tx.query(
      `update alarm_events set record = (record - 'place' - 'note') || jsonb_build_object(
         'needHelp', (select coalesce(jsonb_agg(call - 'place' order by n), '[]')
                        from jsonb_array_elements(record -> 'needHelp')
                             with ordinality as calls(call, n)))
        where alarm_id = $1`,
      [alarmId],
    );
    await tx.query('update alarm_responses set place = null where alarm_id = $1', [alarmId]);
  }
}
