import type { Alarm } from '@contract/alarm';
import type { Page } from '@contract/http';
import { request } from '../../../lib/net/http.js';
import { feedOf, serverNow } from '../feed/feed-store.js';
import type { PressRecord } from './press-record.js';

export interface Kept {
  alarm: Alarm;
  merged: boolean;
}

/** A press is tried for a minute; its last answer takes its time. */
const TRIED_MS = 65_000;
/** What is known of the server's clock is behind by the way here, so it needs little room. */
const CLOCK_MS = 1_000;

/** @returns what the stream has told about a press whose answer never came */
export function keptInFeed(record: PressRecord): Kept | undefined {
  const { active, ended } = feedOf(record.press.buildingId);
  return keptAmong([...Object.values(active), ...ended], record);
}

/**
 * Asks the server, which also knows of alarms that came and went while nobody listened here. The
 * history is asked because it answers with 200 whether or not the press became anything.
 */
export async function askWhetherKept(record: PressRecord): Promise<Kept | undefined> {
  const { buildingId, type } = record.press;
  const path = `/buildings/${buildingId}/alarms?type=${type}`;
  return keptAmong((await request<Page<Alarm>>('GET', path)).items, record);
}

function keptAmong(alarms: Alarm[], record: PressRecord): Kept | undefined {
  const raised = alarms.find(({ id }) => id === record.press.alarmId);
  if (raised) return { alarm: raised, merged: false };
  const joined = record.press.separate ? undefined : alarms.find((one) => wasJoined(one, record));
  return joined && { alarm: joined, merged: true };
}

/**
 * A press that joined another alarm leaves no id there, but its person. An older press of the same
 * person must never pass for this one, so both clocks have to agree: this browser's may have been
 * set since, and what it knows of the server's stands still while the machine sleeps.
 */
function wasJoined(alarm: Alarm, record: PressRecord): boolean {
  const { press, sender, pressedAtMs, pressedAtServerMs } = record;
  if (alarm.type !== press.type || alarm.exercise || pressedAtServerMs === undefined) return false;
  const byBrowserMs = pressedAtMs + serverNow() - Date.now();
  const fromMs = Math.max(pressedAtServerMs, byBrowserMs) - CLOCK_MS;
  return pressesOf(alarm).some(({ membershipId, at }) => {
    const sinceMs = Date.parse(at) - fromMs;
    return membershipId === sender.id && sinceMs >= 0 && sinceMs < TRIED_MS;
  });
}

const pressesOf = ({ sender, raisedAt, witnesses }: Alarm) => [
  { membershipId: sender.membershipId, at: raisedAt },
  ...witnesses,
];
