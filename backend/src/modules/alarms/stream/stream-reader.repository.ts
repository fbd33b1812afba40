import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../../platform/clock.js';
import { PUMP_DATABASE } from '../../../platform/tokens.js';
import type { AlarmRecord } from '../model/alarm.js';
import { historyStart } from '../model/history-window.js';
import { EpochRenewal } from './epoch-renewal.js';
import { StreamWriter } from './stream-writer.repository.js';
import type { MemberNames, StoredEvent } from '../model/alarm-views.js';

export interface StreamSlice {
  epoch: string;
  head: number;
  /** The slice holds the events after this `seq`. */
  after: number;
  /** The times of the events at `after` and at `head`, where they exist. */
  afterAt?: Date | null;
  headAt?: Date | null;
  events: StoredEvent[];
  active: AlarmRecord[];
  names: MemberNames;
  /** User ids of the active members; empty without `withMembers`. */
  members: string[];
}

/** A stream's last event. */
export interface StreamPosition {
  epoch: string;
  seq: number;
  /** The time of that event; null in an empty stream. */
  at: Date | null;
  /**
   * False after a restore: the stream's row was not written by this server, timeline and database in
   * the transaction that its lineage names.
   */
  isOwn: boolean;
}

/**
 * Reads a building's stream together with the names in it, in one statement. The pump's reads have
 * connections of their own, so that nothing else delays an alarm on its way to the screens.
 */
@Injectable()
export class StreamReader {
  constructor(
    private readonly database: DataSource,
    @Inject(PUMP_DATABASE) private readonly reserved: DataSource,
    private readonly clock: Clock,
    private readonly writer: StreamWriter,
    private readonly renewal: EpochRenewal,
  ) {}

  /**
   * @param after the last `seq` that the caller has
   * @param limit the most events
   */
  async read(
    buildingId: string,
    { after, limit, withMembers = false }: { after: number; limit: number; withMembers?: boolean },
  ): Promise<StreamSlice> {
    const slice = await this.query(buildingId, after, limit, withMembers);
    if (slice?.isOwn) return slice;
    if (slice) await this.renewal.renew({ buildingId, ...slice });
    else await this.writer.open(this.database.manager, buildingId);
    const again = await this.query(buildingId, after, limit, withMembers);
    const none = { epoch: '', head: 0, after, events: [], active: [], names: {}, members: [] };
    return again ?? none;
  }

  /** @returns the head of each stream by building id, read in one query */
  async heads(buildingIds: string[]): Promise<Map<string, StreamPosition>> {
    const rows = await this.reserved.query<(StreamPosition & { buildingId: string })[]>(
      `select s.building_id as "buildingId", s.epoch, s.head as seq, e.at,
              coalesce(s.lineage = (select database_lineage()) || '/' || s.xmin, true) as "isOwn"
         from building_streams s
         left join alarm_events e on e.building_id = s.building_id and e.seq = s.head
        where s.building_id = any($1)`,
      [buildingIds],
    );
    return new Map(rows.map(({ buildingId, ...position }) => [buildingId, position]));
  }

  private async query(
    buildingId: string,
    after: number,
    limit: number,
    withMembers: boolean,
  ): Promise<(StreamSlice & Pick<StreamPosition, 'isOwn'>) | undefined> {
    const database = withMembers ? this.reserved : this.database;
    const [row] = await database.query<(StreamSlice & Pick<StreamPosition, 'isOwn'>)[]>(
      `with news as (
         select seq, kind, record, people, at from alarm_events
          where building_id = $1 and seq > $2 and at > $6 order by seq limit $3
       ), ongoing as (
         select a.raised_at, e.record, e.people from alarms a
           join alarm_events e on e.building_id = a.building_id and e.seq = a.last_seq
          where a.building_id = $1 and a.status = 'active' and a.expires_at > $4
       ), named as (
         select unnest(people) as id from news union select unnest(people) from ongoing
       )
       select s.epoch, s.head, $2::int as after,
         coalesce(s.lineage = (select database_lineage()) || '/' || s.xmin, true) as "isOwn",
         (select at from alarm_events where building_id = $1 and seq = $2) as "afterAt",
         (select at from alarm_events where building_id = $1 and seq = s.head) as "headAt",
         coalesce((select json_agg(json_build_object(
           'seq', seq, 'kind', kind, 'record', record, 'at', at) order by seq) from news),
           '[]') as events,
         coalesce((select json_agg(record order by raised_at desc) from ongoing), '[]') as active,
         coalesce((select json_object_agg(m.id, json_build_object(
           'name', m.name, 'entrance', m.entrance, 'apartment', m.apartment))
           from memberships m join named on named.id = m.id), '{}') as names,
         case when $5 then array(select user_id from memberships
           where building_id = $1 and status = 'active') else '{}' end as members
       from building_streams s where s.building_id = $1`,
      [buildingId, after, limit, this.clock.now(), withMembers, historyStart(this.clock)],
    );
    return row;
  }
}
