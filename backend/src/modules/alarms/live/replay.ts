import { Injectable } from '@nestjs/common';
import type { Cursor, Sync } from '../../../contract/alarm.js';
import { COUNTS } from '../../../contract/limits.js';
import { Clock } from '../../../platform/clock.js';
import type { MemberState } from '../stream/member-state.js';
import { StreamPump } from './pump.js';
import { StreamReader, type StreamSlice } from '../stream/stream-reader.js';
import { syncOf } from '../stream/stream-sync.js';

const KEEP_MS = 1_000;
/** A message that a slow phone gets before it is taken for dead; the rest goes over HTTP. */
const SYNC_BYTES = 64 * 1024;
const ATTEMPTS = 5;

interface Replay {
  /** It holds the events after this one. */
  after: number;
  slice: Promise<StreamSlice>;
}

/**
 * Brings connections up to date. What a building's tabs want when they return together is nearly
 * the same, so it is read once and kept for a moment.
 *
 * A kept read may be older than the connection, and what the pump emitted in between would be a hole.
 * So a read counts only if it reaches as far as the pump has emitted when it is told: everything
 * later is sent to the connection itself, which is in the room already.
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
   * For a connection that is in the building's room, and a building that the pump follows.
   * @param tell sends it; called once, in the moment for which it is true
   */
  async replay(
    buildingId: string,
    cursor: Cursor | undefined,
    tell: (sync: Omit<Sync, keyof MemberState>) => void,
  ): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const kept = this.keep(buildingId);
      const slice = await this.sliceFor(buildingId, kept, cursor);
      if (this.reachesPump(buildingId, slice) || attempt === ATTEMPTS) {
        const limits = { events: COUNTS.eventsPerSync, bytes: SYNC_BYTES };
        tell(syncOf(slice, { buildingId, cursor, now: this.clock.now(), limits }));
        return;
      }
      this.drop(buildingId, kept);
    }
  }

  private keep(buildingId: string): Replay {
    const known = this.replays.get(buildingId);
    if (known) return known;
    const emitted = this.pump.position(buildingId)?.seq ?? 0;
    const after = Math.max(0, emitted - COUNTS.eventsPerSync);
    const slice = this.reader.read(buildingId, { after, limit: 2 * COUNTS.eventsPerSync });
    const replay = { after, slice };
    this.replays.set(buildingId, replay);
    setTimeout(() => this.drop(buildingId, replay), KEEP_MS).unref();
    slice.catch(() => this.drop(buildingId, replay));
    return replay;
  }

  /** Whoever was away for longer than what is kept reads alone. */
  private async sliceFor(
    buildingId: string,
    { after, slice }: Replay,
    cursor: Cursor | undefined,
  ): Promise<StreamSlice> {
    const kept = await slice;
    if (!cursor || cursor.epoch !== kept.epoch || cursor.seq >= after) return kept;
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
