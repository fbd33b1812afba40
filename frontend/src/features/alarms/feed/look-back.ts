import type { Alarm } from '@contract/alarm';
import type { Page } from '@contract/http';
import { backoffMs } from '../../../lib/net/backoff.js';
import { ApiError, request } from '../../../lib/net/http.js';
import { serverNow } from './feed-store.js';
import { missedOf, recordMissed, recordSeen, seenUntil } from './missed.js';

/** A reload misses nothing that is worth a question to the server. */
const BLINK_MS = 30_000;
const WRITE_EVERY_MS = 5_000;

/**
 * Where steps are missing for good, on a new page or after a long absence, the history tells what
 * came and ended meanwhile.
 * @returns says of a building that it is up to date here
 */
export function lookBackOnce(
  signal: AbortSignal,
): (buildingId: string, isReplaced: boolean) => void {
  const looking = new Set<string>();
  const writtenMs = new Map<string, number>();
  const look = async (buildingId: string, since: string) => {
    looking.add(buildingId);
    for (let failures = 1; !signal.aborted; failures += 1) {
      try {
        recordMissed(await missedSince(buildingId, since, signal), serverNow());
        break;
      } catch (error) {
        if (error instanceof ApiError && !error.isPassing && error.status !== 401) break;
        await new Promise((resolve) => setTimeout(resolve, backoffMs(failures)));
      }
    }
    looking.delete(buildingId);
  };
  return (buildingId, isReplaced) => {
    const nowMs = serverNow();
    const since = isReplaced ? seenUntil(buildingId, nowMs) : undefined;
    if (since && nowMs - Date.parse(since) > BLINK_MS && !looking.has(buildingId)) {
      void look(buildingId, since);
    }
    // Until the history has answered, what it would tell is not yet seen.
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
