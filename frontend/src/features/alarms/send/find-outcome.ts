import type { Alarm } from '@contract/alarm';
import type { Clocks, PressRecord } from './press.js';

/** The alarm that a press raised, or joined as a witness. */
export interface PressOutcome {
  alarm: Alarm;
  merged: boolean;
}

/** A press is sent for a minute, and its last request takes up to five seconds. */
const TRIED_MS = 65_000;
/** Our estimate of server time lags by the network's latency; allow 1 s. */
const CLOCK_MS = 1_000;

/** @returns the one of these alarms that a press raised or joined, for a press without a reply */
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
 * Returns whether the press joined the alarm, by its sender and time: a witness has no press id.
 * The later of two clocks counts, so that an older press never matches. The browser's clock may
 * have changed since the press, and our estimate of server time stops while the machine sleeps.
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
