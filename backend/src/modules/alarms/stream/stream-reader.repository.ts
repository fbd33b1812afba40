import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../../platform/clock.js';
import { PUMP_DATABASE } from '../../../platform/tokens.js';
import type { AlarmRecord } from '../model/alarm.js';
import { historyStart } from '../model/history-window.js';
import { EpochRenewal } from './epoch-renewal.js';
import { HEADS, SLICE } from './statements/stream-slice.sql.js';
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
  /** User ids of the active members; null unless the caller asks for them and knows others. */
  members: string[] | null;
  /** Names the state of the members; it is another one after each change. */
  memberVersion: string | null;
}

export interface SliceRequest {
  /** The last `seq` that the caller has. */
  after: number;
  /** The most events. */
  limit: number;
  withMembers?: boolean;
  /** The version of the members that the caller knows. */
  knownMembers?: string | null;
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

  async read(buildingId: string, request: SliceRequest): Promise<StreamSlice> {
    const slice = await this.query(buildingId, request);
    if (slice?.isOwn) return slice;
    if (slice) await this.renewal.renew({ buildingId, ...slice });
    else await this.writer.open(buildingId);
    const { after } = request;
    const rest = { events: [], active: [], names: {}, members: [], memberVersion: null };
    return (await this.query(buildingId, request)) ?? { epoch: '', head: 0, after, ...rest };
  }

  /** @returns the head of each stream by building id, read in one query */
  async heads(buildingIds: string[]): Promise<Map<string, StreamPosition>> {
    const rows = await this.reserved.query<(StreamPosition & { buildingId: string })[]>(HEADS, [
      buildingIds,
    ]);
    return new Map(rows.map(({ buildingId, ...position }) => [buildingId, position]));
  }

  private async query(
    buildingId: string,
    { after, limit, withMembers = false, knownMembers = null }: SliceRequest,
  ): Promise<(StreamSlice & Pick<StreamPosition, 'isOwn'>) | undefined> {
    const database = withMembers ? this.reserved : this.database;
    const [row] = await database.query<(StreamSlice & Pick<StreamPosition, 'isOwn'>)[]>(SLICE, [
      buildingId,
      after,
      limit,
      this.clock.now(),
      withMembers,
      historyStart(this.clock),
      knownMembers,
    ]);
    return row;
  }
}
