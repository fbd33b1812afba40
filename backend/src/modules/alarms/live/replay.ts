import { Injectable } from '@nestjs/common';
import type { Cursor, Sync } from '../../../contract/alarm.js';
import { COUNTS } from '../../../contract/limits.js';
import { Clock } from '../../../platform/clock.js';
import type { OwnState } from '../stream/member-state.repository.js';
import { StreamPump } from './pump.js';
import { StreamReader, type StreamSlice } from '../stream/stream-reader.repository.js';
import { syncOf } from '../stream/stream-sync.js';

const CACHED_MS = 1_000;
/** A slow phone must receive a sync before its ping times out; the rest is fetched over HTTP. */
const SYNC_BYTES = 64 * 1024;
const ATTEMPTS = 5;

interface Replay {
  /** The slice holds the events after this `seq`. */
  after: number;
  slice: Promise<StreamSlice>;
}

/**
 * Sends connections the events that they missed. Tabs of a building that reconnect together need
 * nearly the same events, so one read is cached for a second.
 *
 * A cached read may be older than the connection and lack events that the pump has emitted since.
 * It is therefore repeated while its head is behind the pump, for five attempts at most. The
 * connection is in the room already and gets every later event from the pump.
 */
@Injectable()
export class StreamReplay {
  private readonly replays = new Map<string, Replay>();

  constructor(
    private readonly clock: Clock,
    private readonly reader: StreamReader,
    private readonly pump: StreamPump,
  ) {}

  /**
   * Reads a sync for a connection in the building's room. The pump must follow the building.
   * @param send called once, before the pump can emit another event
   */
  async replay(
    buildingId: string,
    cursor: Cursor | undefined,
    send: (sync: Omit<Sync, keyof OwnState>) => void,
  ): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const cached = this.cached(buildingId);
      const slice = await this.sliceFor(buildingId, cached, cursor);
      if (this.reachesPump(buildingId, slice) || attempt === ATTEMPTS) {
        const limits = { events: COUNTS.eventsPerSync, bytes: SYNC_BYTES };
        send(syncOf(slice, { buildingId, cursor, now: this.clock.now(), limits }));
        return;
      }
      this.drop(buildingId, cached);
    }
  }

  private cached(buildingId: string): Replay {
    const known = this.replays.get(buildingId);
    if (known) return known;
    const emitted = this.pump.position(buildingId)?.seq ?? 0;
    const after = Math.max(0, emitted - COUNTS.eventsPerSync);
    const slice = this.reader.readForSync(buildingId, after);
    const replay = { after, slice };
    this.replays.set(buildingId, replay);
    setTimeout(() => this.drop(buildingId, replay), CACHED_MS).unref();
    slice.catch(() => this.drop(buildingId, replay));
    return replay;
  }

  /**
   * Reads separately for a connection whose cursor is older than the cached events, or newer than the
   * cached head: another node has emitted more than this one knows when signals are lost.
   */
  private async sliceFor(
    buildingId: string,
    { after, slice }: Replay,
    cursor: Cursor | undefined,
  ): Promise<StreamSlice> {
    const cached = await slice;
    if (!cursor || cursor.epoch !== cached.epoch) return cached;
    if (cursor.seq >= after && cursor.seq <= cached.head) return cached;
    return this.reader.read(buildingId, { after: cursor.seq, limit: COUNTS.eventsPerSync });
  }

  private reachesPump(buildingId: string, { epoch, head }: StreamSlice): boolean {
    const emitted = this.pump.position(buildingId);
    if (!emitted?.epoch) return true;
    return emitted.epoch === epoch && head >= emitted.seq;
  }

  private drop(buildingId: string, replay: Replay): void {
    if (this.replays.get(buildingId) === replay) this.replays.delete(buildingId);
  }
}
