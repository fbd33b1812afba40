import type { Alarm } from '@contract/alarm';
import type { Page } from '@contract/http';
import { request } from '../../lib/http.js';
import { feedOf, serverNow } from './feed-store.js';
import type { PressRecord } from './press-record.js';

export interface Kept {
  alarm: Alarm;
  merged: boolean;
}

/** So far this browser's idea of the server's clock may be off. */
const CLOCK_MS = 5_000;

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

/** A press that joined another alarm leaves no id there, but its person. */
function wasJoined(alarm: Alarm, { press, sender, pressedAtMs }: PressRecord): boolean {
  const pressedMs = pressedAtMs + serverNow() - Date.now() - CLOCK_MS;
  return (
    alarm.type === press.type &&
    !alarm.exercise &&
    pressesOf(alarm).some(
      ({ membershipId, at }) => membershipId === sender.id && Date.parse(at) >= pressedMs,
    )
  );
}

const pressesOf = ({ sender, raisedAt, witnesses }: Alarm) => [
  { membershipId: sender.membershipId, at: raisedAt },
  ...witnesses,
];
