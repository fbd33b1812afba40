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
import { forgetServerTime, recordServerTime, serverNow } from '../../../lib/time/clock.js';
import {
  type Amended,
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
  wasEnded,
} from './feed.js';
import { missedIn, recordMissed } from './missed.js';
import { decodeAlarm, decodeEvent, decodeSync, isKnownResponse } from './tolerant-decode.js';

export interface FeedState {
  buildings: Record<string, BuildingFeed>;
  reach: Record<string, Reach>;
  /** The helpers of each alarm, for a person who called for help or comes. */
  help: Record<string, HelpView>;
}

const NOTHING: FeedState = { buildings: {}, reach: {}, help: {} };

/** The feeds by building, in memory only: after a reload the server sends the active alarms. */
export const useFeed = create<FeedState>(() => NOTHING);

export const feedOf = (buildingId: string): BuildingFeed =>
  useFeed.getState().buildings[buildingId] ?? EMPTY_FEED;

export function cursors(): Record<string, Cursor> {
  const known = Object.entries(useFeed.getState().buildings);
  return Object.fromEntries(known.flatMap(([id, { cursor }]) => (cursor ? [[id, cursor]] : [])));
}

/** Clears the feed: the next user of this browser must not see this user's alarms. */
export function forgetFeed(): void {
  useFeed.setState(NOTHING, true);
  forgetServerTime();
}

export function recordEvent(event: AlarmEvent): void {
  recordServerTime(event.serverNow, true);
  change(event.buildingId, (feed) => applyEvent(feed, decodeEvent(event)));
}

/** @param requested the cursor of the request that led to this sync */
export function recordSync(sync: Sync, requested?: Cursor): void {
  const feed = feedOf(sync.buildingId);
  if (isOvertaken(feed, sync, requested)) return;
  if (!isReplacement(feed, sync)) recordMissed(missedIn(feed, decodeSync(sync)), serverNow());
  recordServerTime(sync.serverNow);
  change(sync.buildingId, (feed) => applySync(feed, decodeSync(sync)));
}

/** @param buildingId of a response by this tab, which may come before the first sync */
export function recordResponse(response: AlarmResponse, buildingId?: string): void {
  if (!isKnownResponse(response)) return;
  changeOf(response.alarmId, (feed) => applyResponse(feed, response), buildingId);
}

export function recordMute(mute: Mute): void {
  changeOf(mute.alarmId, (feed) => applyMute(feed, mute));
}

export function recordDetails(alarm: Alarm): void {
  change(alarm.buildingId, (feed) => applyDetails(feed, decodeAlarm(alarm)));
}

export function recordAmended(amended: Amended): void {
  change(amended.buildingId, (feed) => applyAmended(feed, amended));
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

/** Forgets a building that the person has left: the ends of its alarms do not come any more. */
export function recordLeft(buildingId: string): void {
  useFeed.setState(({ buildings: { [buildingId]: _left, ...buildings } }) => ({ buildings }));
}

function withNewer<T extends Reach | HelpView>(known: Record<string, T>, next: T) {
  const lateBy = (known[next.alarmId]?.version ?? 0) - next.version;
  // The server's clock may have been set back; what is sent side by side is never so far apart.
  const isOlder = lateBy > 0 && lateBy < OUT_OF_ORDER_US;
  return isOlder ? known : { ...known, [next.alarmId]: next };
}

/** Changes the feed that shows the alarm, active or ended, unless its building is given. */
function changeOf(
  alarmId: string,
  by: (feed: BuildingFeed) => BuildingFeed,
  buildingId?: string,
): void {
  const shows = (id: string) => feedOf(id).active[alarmId] ?? wasEnded(feedOf(id), alarmId);
  const found = buildingId ?? Object.keys(useFeed.getState().buildings).find(shows);
  if (found) change(found, by);
}

/** Ten seconds: the longest that a request may take. */
const OUT_OF_ORDER_US = 10_000_000;

function change(buildingId: string, by: (feed: BuildingFeed) => BuildingFeed): void {
  useFeed.setState((state) => ({
    buildings: { ...state.buildings, [buildingId]: by(state.buildings[buildingId] ?? EMPTY_FEED) },
  }));
}
