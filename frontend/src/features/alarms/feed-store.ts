import type { Alarm, AlarmEvent, Answer, Cursor, Reach, Sync } from '@contract/alarm';
import { create } from 'zustand';
import {
  applyAnswer,
  applyDetails,
  applyEvent,
  applySync,
  type BuildingFeed,
  closeEnded,
  EMPTY_FEED,
} from './feed.js';

export interface FeedState {
  buildings: Record<string, BuildingFeed>;
  reach: Record<string, Reach>;
  /**
   * The server's time when this page's own stopwatch stood at 0. The stopwatch, because this
   * browser's clock may be wrong, and may be put right while an alarm is going on.
   */
  serverZeroMs: number;
}

const NOTHING: FeedState = { buildings: {}, reach: {}, serverZeroMs: NaN };

/** What has been heard, by building. Kept in memory only: the server tells what is active. */
export const useFeed = create<FeedState>(() => NOTHING);

export const feedOf = (buildingId: string): BuildingFeed =>
  useFeed.getState().buildings[buildingId] ?? EMPTY_FEED;

/** This browser's own idea of it until the server has told. */
export function serverNow(): number {
  const { serverZeroMs } = useFeed.getState();
  return Number.isNaN(serverZeroMs) ? Date.now() : serverZeroMs + performance.now();
}

export function cursors(): Record<string, Cursor> {
  const known = Object.entries(useFeed.getState().buildings);
  return Object.fromEntries(known.flatMap(([id, { cursor }]) => (cursor ? [[id, cursor]] : [])));
}

/** What one person may see must be gone before the next one signs in. */
export function forgetFeed(): void {
  useFeed.setState(NOTHING, true);
}

export function noteEvent(event: AlarmEvent): void {
  change(event.buildingId, (feed) => applyEvent(feed, event), event.serverNow);
}

export function noteSync(sync: Sync): void {
  change(sync.buildingId, (feed) => applySync(feed, sync), sync.serverNow);
}

export function noteAnswer(answer: Answer): void {
  const { buildings } = useFeed.getState();
  const found = Object.entries(buildings).find(([, feed]) => feed.active[answer.alarmId]);
  if (found) change(found[0], (feed) => applyAnswer(feed, answer));
}

export function noteDetails(alarm: Alarm): void {
  change(alarm.buildingId, (feed) => applyDetails(feed, alarm));
}

export function noteReach(reach: Reach): void {
  useFeed.setState((state) => ({ reach: { ...state.reach, [reach.alarmId]: reach } }));
}

export function noteClosed(alarm: Alarm): void {
  change(alarm.buildingId, (feed) => closeEnded(feed, alarm.id));
}

function change(
  buildingId: string,
  by: (feed: BuildingFeed) => BuildingFeed,
  serverTime?: string,
): void {
  useFeed.setState((state) => ({
    buildings: { ...state.buildings, [buildingId]: by(state.buildings[buildingId] ?? EMPTY_FEED) },
    ...(serverTime && { serverZeroMs: Date.parse(serverTime) - performance.now() }),
  }));
}
