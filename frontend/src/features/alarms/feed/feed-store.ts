import type {
  Alarm,
  AlarmEvent,
  AlarmResponse,
  Cursor,
  HelpView,
  Mute,
  Reach,
  Sync,
} from '@contract/alarm';
import { create } from 'zustand';
import { useNow } from '../../../lib/hooks/use-now.js';
import {
  applyAmended,
  applyDetails,
  applyEvent,
  applyMute,
  applyResponse,
  applySync,
  type BuildingFeed,
  closeEnded,
  EMPTY_FEED,
  forgetVanished,
  isOvertaken,
  isReplacement,
} from './feed.js';
import { missedIn, recordMissed } from './missed.js';
import { decodeAlarm, decodeEvent, decodeSync, isKnownResponse } from './tolerant-decode.js';

export interface FeedState {
  buildings: Record<string, BuildingFeed>;
  reach: Record<string, Reach>;
  /** The helpers of each alarm, for a person who called for help or comes. */
  help: Record<string, HelpView>;
  /**
   * The server's time when `performance.now()` was 0. `Date.now()` may be wrong, and may jump when
   * the browser's clock is corrected during an alarm.
   */
  serverZeroMs: number;
}

const NOTHING: FeedState = { buildings: {}, reach: {}, help: {}, serverZeroMs: NaN };

/** The feeds by building, in memory only: after a reload the server sends the active alarms. */
export const useFeed = create<FeedState>(() => NOTHING);

export const feedOf = (buildingId: string): BuildingFeed =>
  useFeed.getState().buildings[buildingId] ?? EMPTY_FEED;

export const isServerTimeKnown = () => !Number.isNaN(useFeed.getState().serverZeroMs);

/** Returns the server's time in ms, or the browser's time until the server has sent its own. */
export function serverNow(): number {
  return isServerTimeKnown() ? useFeed.getState().serverZeroMs + performance.now() : Date.now();
}

export function cursors(): Record<string, Cursor> {
  const known = Object.entries(useFeed.getState().buildings);
  return Object.fromEntries(known.flatMap(([id, { cursor }]) => (cursor ? [[id, cursor]] : [])));
}

/** Clears the feed: the next user of this browser must not see this user's alarms. */
export function forgetFeed(): void {
  useFeed.setState(NOTHING, true);
}

export function recordEvent(event: AlarmEvent): void {
  const received = zeroOf(event.serverNow);
  // An event that was delayed on its way must not set the clock back.
  const { serverZeroMs } = useFeed.getState();
  const zero = received < serverZeroMs ? serverZeroMs : received;
  change(event.buildingId, (feed) => applyEvent(feed, decodeEvent(event)), zero);
}

/** @param requested the cursor of the request that led to this sync */
export function recordSync(sync: Sync, requested?: Cursor): void {
  const feed = feedOf(sync.buildingId);
  if (isOvertaken(feed, sync, requested)) return;
  if (!isReplacement(feed, sync)) recordMissed(missedIn(feed, decodeSync(sync)), serverNow());
  change(sync.buildingId, (feed) => applySync(feed, decodeSync(sync)), zeroOf(sync.serverNow));
}

export function recordResponse(response: AlarmResponse): void {
  if (!isKnownResponse(response)) return;
  changeOf(response.alarmId, (feed) => applyResponse(feed, response));
}

export function recordMute(mute: Mute): void {
  changeOf(mute.alarmId, (feed) => applyMute(feed, mute));
}

export function recordDetails(alarm: Alarm): void {
  change(alarm.buildingId, (feed) => applyDetails(feed, decodeAlarm(alarm)));
}

export function recordAmended(alarm: Alarm): void {
  change(alarm.buildingId, (feed) => applyAmended(feed, alarm));
}

/** Drops a vanished alarm that the server no longer has; its end stays unknown. */
export function recordGone(buildingId: string, alarmId: string): void {
  change(buildingId, (feed) => forgetVanished(feed, alarmId));
}

/** Ignores a state that is older than the known one: two nodes and a poll send them side by side. */
export function recordReach(reach: Reach): void {
  useFeed.setState((state) => ({ reach: withNewer(state.reach, reach) }));
}

/** Works as `recordReach`. */
export function recordHelp(view: HelpView): void {
  useFeed.setState(({ help }) => ({ help: withNewer(help, view) }));
}

export function recordClosed(alarm: Alarm): void {
  change(alarm.buildingId, (feed) => closeEnded(feed, alarm.id));
}

function withNewer<T extends Reach | HelpView>(known: Record<string, T>, next: T) {
  const lateBy = (known[next.alarmId]?.version ?? 0) - next.version;
  // The server's clock may have been set back; what is sent side by side is never so far apart.
  const isOlder = lateBy > 0 && lateBy < OUT_OF_ORDER_US;
  return isOlder ? known : { ...known, [next.alarmId]: next };
}

/** Changes the feed where the alarm is active; does nothing when there is none. */
function changeOf(alarmId: string, by: (feed: BuildingFeed) => BuildingFeed): void {
  const { buildings } = useFeed.getState();
  const found = Object.entries(buildings).find(([, feed]) => feed.active[alarmId]);
  if (found) change(found[0], by);
}

/** Ten seconds: the longest that a request may take. */
const OUT_OF_ORDER_US = 10_000_000;

const zeroOf = (serverTime: string) => Date.parse(serverTime) - performance.now();

function change(
  buildingId: string,
  by: (feed: BuildingFeed) => BuildingFeed,
  serverZeroMs = useFeed.getState().serverZeroMs,
): void {
  useFeed.setState((state) => ({
    buildings: { ...state.buildings, [buildingId]: by(state.buildings[buildingId] ?? EMPTY_FEED) },
    serverZeroMs,
  }));
}

/**
 * Returns the server's time in ms. By the browser's clock, the age of an alarm could be wrong.
 * @param ticking whether to render again every second
 */
export function useServerNow(ticking: boolean): number {
  return useNow(ticking, serverNow);
}
