import type { Alarm } from '@contract/alarm';
import type { Page } from '@contract/http';
import { backoffMs } from '../../../lib/net/backoff.js';
import { request } from '../../../lib/net/http.js';
import { retryUntil } from '../../../lib/net/retry-until.js';
import { serverNow } from './feed-store.js';
import { missedOf, recordMissed, recordSeen, seenUntil } from './missed.js';

/** A shorter absence, such as a reload, is not worth a request. */
const BLINK_MS = 30_000;
const WRITE_EVERY_MS = 5_000;

/**
 * Finds missed alarms in the history. On a new page or after a long absence, the sync has no events
 * of alarms that began and ended meanwhile.
 * @returns a function to call whenever the feed of a building is up to date
 */
export function lookBackOnce(
  signal: AbortSignal,
): (buildingId: string, isReplaced: boolean) => void {
  const looking = new Set<string>();
  const writtenMs = new Map<string, number>();
  const look = async (buildingId: string, since: string) => {
    looking.add(buildingId);
    const attempt = () => missedSince(buildingId, since, signal);
    const options = { isOver: () => signal.aborted, delayMs: backoffMs };
    const missed = await retryUntil(attempt, options).catch(() => undefined);
    if (missed) recordMissed(missed, serverNow());
    looking.delete(buildingId);
  };
  return (buildingId, isReplaced) => {
    const nowMs = serverNow();
    const since = isReplaced ? seenUntil(buildingId, nowMs) : undefined;
    if (since && nowMs - Date.parse(since) > BLINK_MS && !looking.has(buildingId)) {
      void look(buildingId, since);
    }
    // Until the history has arrived, its alarms do not count as seen.
    if (looking.has(buildingId)) return;
    if (nowMs - (writtenMs.get(buildingId) ?? -Infinity) < WRITE_EVERY_MS) return;
    writtenMs.set(buildingId, nowMs);
    recordSeen(buildingId, nowMs);
  };
}

async function missedSince(buildingId: string, since: string, signal: AbortSignal) {
  const path = `/buildings/${buildingId}/alarms`;
  const { items } = await request<Page<Alarm>>('GET', path, undefined, { signal });
  return items.filter((one) => one.status !== 'active' && one.raisedAt > since).map(missedOf);
}
