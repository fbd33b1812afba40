import type { AlarmEvent, Cursor, Sync } from '@contract/alarm';

/** This page's position in a building's stream. */
export interface FeedPosition {
  /** The last applied event; missing until the first sync. */
  cursor?: Cursor;
  /** Events that came too early: the gap before them is being fetched. In order of `seq`. */
  held: AlarmEvent[];
}

/** More than a page behind: the events in between are history, and `active` is their result. */
export function isReplacement({ cursor }: FeedPosition, sync: Sync): boolean {
  return sync.reset || sync.more || sync.epoch !== cursor?.epoch;
}

/** @returns whether events are missing, by what is held or by the server's last event */
export function isBehind({ cursor, held }: FeedPosition, head?: Cursor): boolean {
  if (held.length > 0 || !cursor) return true;
  return head !== undefined && (head.epoch !== cursor.epoch || head.seq > cursor.seq);
}

/**
 * @param requested the cursor of the request that led to this sync
 * @returns whether the stream brought newer events while the sync was on its way: a whole state that
 *   was read before them must not undo them
 */
export function isOvertaken({ cursor }: FeedPosition, sync: Sync, requested?: Cursor): boolean {
  if (sync.epoch !== cursor?.epoch || sync.head >= cursor.seq) return false;
  return cursor.epoch !== requested?.epoch || cursor.seq !== requested.seq;
}
