import type { AlarmEvent, Cursor, Sync } from '@contract/alarm';

/** This page's position in a building's stream. */
export interface FeedPosition {
  /** The position of the last applied event; missing until the first sync. */
  cursor?: Cursor;
  /** Early events, in order of `seq`: the events before them are being fetched. */
  held: AlarmEvent[];
}

/**
 * Returns whether a sync replaces the feed instead of continuing it: after a reset, in another
 * epoch, or more than a page behind. Then `active` is the result of all skipped events.
 */
export function isReplacement({ cursor }: FeedPosition, sync: Sync): boolean {
  return sync.reset || sync.more || sync.epoch !== cursor?.epoch;
}

/** @returns whether a sync holds only some of the active alarms, so that the rest must be fetched */
export const isPart = ({ reset, more }: Pick<Sync, 'reset' | 'more'>): boolean => reset && more;

/**
 * @returns whether the feed and the server differ, according to the held events and the server's
 *   head. A lower head shows that the database was restored.
 */
export function isBehind({ cursor, held }: FeedPosition, head?: Cursor): boolean {
  if (held.length > 0 || !cursor) return true;
  return head !== undefined && (head.epoch !== cursor.epoch || head.seq !== cursor.seq);
}

/**
 * @param requested the cursor of the request that led to this sync
 * @returns whether newer events arrived while the sync was under way; its older state must not undo
 *   them
 */
export function isOvertaken({ cursor }: FeedPosition, sync: Sync, requested?: Cursor): boolean {
  if (sync.epoch !== cursor?.epoch || sync.head >= cursor.seq) return false;
  return cursor.epoch !== requested?.epoch || cursor.seq !== requested.seq;
}
