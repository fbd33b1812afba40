import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Sync } from '../../../contract/alarm.js';
import { COUNTS } from '../../../contract/limits.js';
import { Clock } from '../../../platform/clock.js';
import { BatchLoader } from '../../../platform/database/batch-loader.js';
import { PUMP_DATABASE } from '../../../platform/tokens.js';
import type { MemberNames, StoredEvent } from '../model/alarm-views.js';
import { historyStart, type AlarmRecord } from '../model/alarm.js';
import { EMPTY_STATE, MemberStateRepository } from './member-state.repository.js';
import { syncOf } from './stream-sync.js';
import { StreamWriter } from './stream-writer.repository.js';
import { HEADS, SLICE, SLICES } from './stream.sql.js';

export interface StreamSlice {
  epoch: string;
  head: number;
  /** The slice holds the events after this `seq`. */
  after: number;
  /** The times of the events at `after` and at `head`, where they exist. */
  afterAt?: Date | null;
  headAt?: Date | null;
  events: StoredEvent[];
  /** Empty together with the members, because the pump does not need them. */
  active: AlarmRecord[];
  names: MemberNames;
  /** User ids of the active members; null unless the caller wants them and knows others. */
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

/** A building of some years has about 60 KB of events to read. */
const SLICES_AT_ONCE = 50;
const HEADS_AT_ONCE = 1_000;
/** Twice as many as a sync has, for connections that are up to a whole sync behind the others. */
const SYNC_EVENTS = 2 * COUNTS.eventsPerSync;

type Slice = StreamSlice & Pick<StreamPosition, 'isOwn'>;

interface SliceKey {
  buildingId: string;
  after: number;
}

/**
 * Reads a building's stream together with the names in it, in one statement. The pump's reads have
 * connections of their own, so that nothing else delays an alarm on its way to the screens.
 */
@Injectable()
export class StreamReader {
  private readonly positions = new BatchLoader<string, StreamPosition>(
    (buildingIds) => this.heads(buildingIds),
    { size: HEADS_AT_ONCE },
  );
  private readonly slices = new BatchLoader<SliceKey, StreamSlice>(
    (keys) => this.readSlices(keys),
    { size: SLICES_AT_ONCE },
  );

  constructor(
    private readonly database: DataSource,
    @Inject(PUMP_DATABASE) private readonly reserved: DataSource,
    private readonly clock: Clock,
    private readonly writer: StreamWriter,
  ) {}

  async read(buildingId: string, request: SliceRequest): Promise<StreamSlice> {
    const slice = await this.query(buildingId, request);
    if (slice?.isOwn) return slice;
    await this.writer.prepare(buildingId, slice);
    const { after } = request;
    const rest = { events: [], active: [], names: {}, members: [], memberVersion: null };
    return (await this.query(buildingId, request)) ?? { epoch: '', head: 0, after, ...rest };
  }

  /**
   * Reads the events after a `seq` for syncs, together with those of other buildings that are requested
   * in the same moment. A new or restored stream needs a lock and is read by itself.
   */
  async readForSync(buildingId: string, after: number): Promise<StreamSlice> {
    const slice = await this.slices.load({ buildingId, after });
    return slice ?? this.read(buildingId, { after, limit: SYNC_EVENTS });
  }

  /** @returns the head of the stream, read together with others that are requested in the same moment */
  headOf(buildingId: string): Promise<StreamPosition | undefined> {
    return this.positions.load(buildingId);
  }

  /** @returns the head of each stream by building id, read in one query */
  async heads(buildingIds: string[]): Promise<Map<string, StreamPosition>> {
    const rows = await this.reserved.query<(StreamPosition & { buildingId: string })[]>(HEADS, [
      buildingIds,
    ]);
    return new Map(rows.map(({ buildingId, ...position }) => [buildingId, position]));
  }

  /** @returns the slices by key, without those of streams that are new or restored */
  private async readSlices(keys: SliceKey[]): Promise<Map<SliceKey, StreamSlice>> {
    const [first, ...others] = keys;
    if (first && others.length === 0) {
      // One building is read by the statement that the pump has prepared as well.
      const { buildingId, after } = first;
      const slice = await this.query(buildingId, { after, limit: SYNC_EVENTS });
      return new Map(slice?.isOwn ? [[first, slice]] : []);
    }
    const rows = await this.database.query<(Slice & SliceKey)[]>(SLICES, [
      keys.map(({ buildingId }) => buildingId),
      keys.map(({ after }) => after),
      SYNC_EVENTS,
      this.clock.now(),
      historyStart(this.clock),
    ]);
    return new Map(
      keys.flatMap((key) => {
        const isOf = (row: SliceKey) =>
          row.buildingId === key.buildingId && row.after === key.after;
        const row = rows.find(isOf);
        if (!row?.isOwn) return [];
        const { buildingId: _, ...slice } = row;
        return [[key, slice] as const];
      }),
    );
  }

  private async query(
    buildingId: string,
    { after, limit, withMembers = false, knownMembers = null }: SliceRequest,
  ): Promise<Slice | undefined> {
    const database = withMembers ? this.reserved : this.database;
    const [row] = await database.query<Slice[]>(SLICE, [
      buildingId,
      after,
      limit,
      this.clock.now(),
      historyStart(this.clock),
      withMembers,
      knownMembers,
    ]);
    return row;
  }
}

/** Reads a building's stream for one of its members. */
@Injectable()
export class AlarmQueries {
  constructor(
    private readonly clock: Clock,
    private readonly reader: StreamReader,
    private readonly memberStates: MemberStateRepository,
  ) {}

  /**
   * Reads the events after a client's cursor, or a reset when the cursor cannot be continued.
   * @param cursor undefined for a client without any state
   * @param limit the most events; `more` is true when events are left
   */
  async sync(
    userId: string,
    buildingId: string,
    cursor: { seq: number; epoch?: string; at?: string } | undefined,
    limit: number,
  ): Promise<Sync> {
    const after = cursor?.seq ?? 0;
    const slice = await this.reader.read(buildingId, { after, limit: cursor ? limit : 0 });
    const now = this.clock.now();
    const sync = syncOf(slice, { buildingId, cursor, now, limits: { events: limit } });
    const states = (await this.memberStates.read([userId])).get(userId);
    return { ...sync, ...(states?.get(buildingId) ?? EMPTY_STATE) };
  }
}
