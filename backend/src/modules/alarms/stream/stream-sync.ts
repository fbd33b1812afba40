import type { Sync } from '../../../contract/alarm.js';
import { isOver } from '../model/alarm.js';
import { alarmView, eventView } from '../model/alarm-views.js';
import type { OwnState } from './member-state.repository.js';
import type { StreamSlice } from './stream-reader.repository.js';

export interface SyncRequest {
  buildingId: string;
  /** Undefined for a client without any state. */
  cursor: { seq: number; epoch?: string; at?: string } | undefined;
  now: Date;
  /** The most that one message may carry; `more` is true when events are left. */
  limits: { events: number; bytes?: number };
}

/**
 * Builds the sync for a client's cursor. When events after the cursor are missing, the sync is a
 * reset, so that a client never applies events with a gap.
 * @param slice the events as they were read from the cursor or an earlier `seq`
 */
export function syncOf(
  slice: StreamSlice,
  { buildingId, cursor, now, limits }: SyncRequest,
): Omit<Sync, keyof OwnState> {
  const { epoch, head, names } = slice;
  const after = cursor?.seq ?? 0;
  const next = slice.events.filter(({ seq }) => seq > after);
  const isGone = (next[0]?.seq ?? head + 1) > after + 1;
  const isOther = cursor?.epoch !== undefined && cursor.epoch !== epoch;
  const active = slice.active
    .filter((record) => !isOver(record, now))
    .map((record) => alarmView(record, names));
  // Without the newest alarm, a client that comes back would show none until it has fetched all.
  const fittingActive = [...active.slice(0, 1), ...fitting(active, limits.bytes).slice(1)];
  // A part of the state is a reset with `more`: the client fetches the whole state.
  const isPart = fittingActive.length < active.length;
  const reset =
    isPart || !cursor || isOther || after > head || isGone || isRolledBack(slice, cursor);
  const serverNow = now.toISOString();
  const events = reset
    ? []
    : fitting(
        next
          .slice(0, limits.events)
          .map((stored) => eventView(stored, { epoch, names, serverNow })),
        limits.bytes && limits.bytes - bytesOf(active),
      );
  return {
    buildingId,
    epoch,
    head,
    ...(slice.headAt && { headAt: slice.headAt.toISOString() }),
    reset,
    events,
    more: isPart || (!reset && (events.at(-1)?.seq ?? after) < head),
    active: fittingActive,
    serverNow,
  };
}

/** @returns whether the client's last event is another one in the stream, in the same epoch */
function isRolledBack(
  { after, afterAt, events }: StreamSlice,
  { seq, at }: { seq: number; at?: string },
): boolean {
  const storedAt = seq === after ? afterAt : events.find((event) => event.seq === seq)?.at;
  if (at === undefined || !storedAt) return false;
  return new Date(storedAt).toISOString() !== at;
}

function fitting<T>(items: T[], limit = Infinity): T[] {
  // A fetch over HTTP has no limit, and writing JSON to measure it would double its work.
  if (limit === Infinity) return items;
  let bytes = 0;
  const tooMany = items.findIndex((item) => {
    bytes += bytesOf(item);
    return bytes > limit;
  });
  return tooMany < 0 ? items : items.slice(0, tooMany);
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
