import type { Alarm, Sync } from '@contract/alarm';
import type { AlarmDetails, Page } from '@contract/http';
import { backoffMs, isFinal, retryUntil } from '../../../lib/net/retry.js';
import { request } from '../../../lib/net/http.js';
import { recordFetch } from '../../../lib/realtime/socket.js';
import { activeMemberships, loadMe, useMe } from '../../../lib/session/me.js';
import { serverNow } from '../../../lib/time/clock.js';
import { feedOf, recordDetails, recordGone, recordSync } from './feed-store.js';
import { isReplacement } from './feed.js';
import { missedOf, recordMissed, recordSeen, seenUntil } from './missed.js';

const TIMEOUT_MS = 8_000;

interface Flight {
  /** True while another fetch is due: the reply under way may be older than the last request. */
  again: boolean;
  /** Ends the wait for the next try; set during that wait only. */
  hurry?: () => void;
}

/**
 * Fetches missed events, one request per building at a time, until the server replies or refuses. A
 * call during a request leads to one more request, and a call between two tries to an earlier try.
 */
export function createCatchUp(
  caughtUp: (buildingId: string, isReplaced: boolean) => void,
  signal: AbortSignal,
): (buildingId: string) => Promise<void> {
  const flights = new Map<string, Flight>();
  return async function catchUp(buildingId) {
    const running = flights.get(buildingId);
    if (running) {
      running.again = true;
      return running.hurry?.();
    }
    const flight: Flight = { again: true };
    flights.set(buildingId, flight);
    for (let failures = 0; flight.again && !signal.aborted;) {
      flight.again = false;
      try {
        const isReplaced = await fetchEvents(buildingId, signal);
        if (!signal.aborted) caughtUp(buildingId, isReplaced);
        failures = 0;
      } catch (error) {
        if (signal.aborted || isFinal(error)) break;
        failures += 1;
        flight.again = true;
        await pause(backoffMs(failures), flight);
      }
    }
    flights.delete(buildingId);
  };
}

/** Fetches the end of each vanished alarm: an alarm that was shown must not just disappear. */
export function createEndFetcher(signal: AbortSignal): (buildingId: string) => void {
  const asking = new Set<string>();
  const fetchEnd = async (buildingId: string, alarmId: string) => {
    const attempt = async () => {
      const path = `/alarms/${alarmId}`;
      recordDetails((await request<AlarmDetails>('GET', path, undefined, { signal })).alarm);
    };
    const isOver = () => signal.aborted || !feedOf(buildingId).vanished.includes(alarmId);
    try {
      await retryUntil(attempt, { isOver, delayMs: backoffMs });
    } catch {
      // A restored database may not have the alarm.
      recordGone(buildingId, alarmId);
    }
    asking.delete(alarmId);
  };
  return (buildingId) => {
    const unknown = feedOf(buildingId).vanished.filter((alarmId) => !asking.has(alarmId));
    for (const alarmId of unknown) {
      asking.add(alarmId);
      void fetchEnd(buildingId, alarmId);
    }
  };
}

/** @returns whether the reply was the whole state */
async function fetchEvents(buildingId: string, signal: AbortSignal): Promise<boolean> {
  const requested = feedOf(buildingId).cursor;
  const query = requested
    ? `?after=${requested.seq}&epoch=${encodeURIComponent(requested.epoch)}`
    : '';
  const path = `/buildings/${buildingId}/events${query}`;
  try {
    const sync = await request<Sync>('GET', path, undefined, { signal, timeoutMs: TIMEOUT_MS });
    if (signal.aborted) return false;
    recordFetch();
    const isReplaced = isReplacement(feedOf(buildingId), sync);
    recordSync(sync, requested);
    return isReplaced;
  } catch (error) {
    // The membership may have ended; the page must stop promising alarms from that building.
    if (isFinal(error) && !signal.aborted) void loadMe();
    throw error;
  }
}

function pause(ms: number, flight: Flight): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    flight.hurry = () => {
      clearTimeout(timer);
      flight.hurry = undefined;
      resolve();
    };
  });
}

/** A shorter absence, such as a reload, is not worth a request. */
const BLINK_MS = 30_000;
/** An alarm has the time at which its save began, and may come here so much later. */
const ON_ITS_WAY_MS = 5_000;
const LOOK_EVERY_MS = 5_000;

/**
 * Finds missed alarms in the history. On a new page or after a long absence, the sync has no events
 * of alarms that began and ended meanwhile.
 * @returns a function to call whenever the feed of a building is up to date
 */
export function createMissedSearch(
  signal: AbortSignal,
): (buildingId: string, isReplaced: boolean) => void {
  const searching = new Set<string>();
  const lookedMs = new Map<string, number>();
  const search = async (buildingId: string, since: string) => {
    searching.add(buildingId);
    const attempt = missedBetween(buildingId, since, new Date(serverNow()).toISOString(), signal);
    const options = { isOver: () => signal.aborted, delayMs: backoffMs };
    const missed = await retryUntil(attempt, options).catch(() => undefined);
    if (missed) recordMissed(missed, serverNow());
    searching.delete(buildingId);
  };
  return (buildingId, isReplaced) => {
    const nowMs = serverNow();
    const since = isReplaced ? seenUntil(buildingId, nowMs) : undefined;
    if (since && nowMs - Date.parse(since) > BLINK_MS && !searching.has(buildingId)) {
      void search(buildingId, since);
    }
    const waitedMs = nowMs - (lookedMs.get(buildingId) ?? nowMs - LOOK_EVERY_MS);
    if (waitedMs < LOOK_EVERY_MS) return;
    lookedMs.set(buildingId, nowMs);
    // News that waited for a frozen tab come first, and may be older than what it has missed.
    if (waitedMs > BLINK_MS) return;
    // Until the history has arrived, its alarms do not count as seen.
    if (!searching.has(buildingId) && !hasUnread(buildingId)) {
      recordSeen(buildingId, nowMs - ON_ITS_WAY_MS);
    }
  };
}

/** @returns whether an alarm of others, or its end, is shown that the person has not reacted to */
function hasUnread(buildingId: string): boolean {
  const { active, ended, vanished, responses, mutes } = feedOf(buildingId);
  const own = new Set(activeMemberships(useMe.getState().me).map(({ id }) => id));
  const isUnread = (alarm: Alarm) =>
    !responses[alarm.id] &&
    !mutes[alarm.id] &&
    !missedOf(alarm).pressedBy.some((id) => own.has(id));
  return vanished.length > 0 || [...Object.values(active), ...ended].some(isUnread);
}

/**
 * @returns a function that fetches the missed alarms. The reply may take long: an alarm that is
 *   shown here when the function is made, or is raised after `until`, is not missed.
 */
function missedBetween(buildingId: string, since: string, until: string, signal: AbortSignal) {
  const { active, ended, vanished } = feedOf(buildingId);
  const shown = new Set([...Object.keys(active), ...ended.map(({ id }) => id), ...vanished]);
  const isMissed = ({ id, status, raisedAt }: Alarm) =>
    status !== 'active' && raisedAt > since && raisedAt < until && !shown.has(id);
  return async () => {
    const path = `/buildings/${buildingId}/alarms`;
    const { items } = await request<Page<Alarm>>('GET', path, undefined, { signal });
    return items.filter(isMissed).map(missedOf);
  };
}
