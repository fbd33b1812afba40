import type { Alarm } from '@contract/alarm';
import type { PressRecord } from './press.js';

/** An alarm that a press raised, or joined as a witness. */
export interface PressOutcome {
  alarm: Alarm;
  merged: boolean;
}

/** The same moment by this browser's clock and by the server's. */
export interface Clocks {
  nowMs: number;
  serverNowMs: number;
}

/** A press is sent for a minute, and its last request takes up to five seconds. */
const TRIED_MS = 65_000;
/** Our estimate of server time lags by the network's latency. */
const CLOCK_MS = 1_000;

/** @returns the alarm among these that the press became, although its answer was lost */
export function findOutcome(
  alarms: Alarm[],
  record: PressRecord,
  clocks: Clocks,
): PressOutcome | undefined {
  const raised = alarms.find(({ id }) => id === record.press.alarmId);
  if (raised) return { alarm: raised, merged: false };
  if (record.press.separate) return undefined;
  const joined = alarms.find((alarm) => wasJoined(alarm, record, clocks));
  return joined && { alarm: joined, merged: true };
}

/**
 * A press that joined another alarm leaves no id there, but its sender. An older press of the same
 * person must never pass for this one, so both clocks have to agree: this browser's may have been
 * set since, and our estimate of the server's stands still while the machine sleeps.
 */
function wasJoined(alarm: Alarm, record: PressRecord, { nowMs, serverNowMs }: Clocks): boolean {
  const { press, sender, pressedAtMs, pressedAtServerMs } = record;
  if (alarm.type !== press.type || alarm.exercise || pressedAtServerMs === undefined) return false;
  const byBrowserMs = pressedAtMs + serverNowMs - nowMs;
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
