import { isOver, requireAlarm, type AlarmRecord, type EscalationStep } from './alarm.js';
import type { Change } from './stream-change.js';

/** The steps, with their times after the alarm was raised. */
const AFTER_MS: [EscalationStep, number][] = [
  [1, 15_000],
  [2, 30_000],
  [3, 60_000],
];

/** @returns the time of the first step after `now`; null when none follows. An exercise has none. */
export function nextEscalation({ exercise, raisedAt }: AlarmRecord, now: Date): Date | null {
  if (exercise) return null;
  const times = AFTER_MS.map(([, afterMs]) => Date.parse(raisedAt) + afterMs);
  const next = times.find((atMs) => atMs > now.getTime());
  return next === undefined ? null : new Date(next);
}

/**
 * Takes the newest step that is due, while another home has not answered. A late node so warns once
 * and not three times in a row.
 * @throws AppError alarm.not_found
 */
export function escalateRule(
  { alarm, isAnswered }: { alarm: AlarmRecord | null; isAnswered: boolean },
  now: Date,
): Change {
  const record = requireAlarm(alarm);
  if (isOver(record, now)) return { steps: [], record, escalatesAt: null };
  const escalatesAt = nextEscalation(record, now);
  const escalation = dueStep(record, now);
  if (escalation === undefined || isAnswered) return { steps: [], record, escalatesAt };
  const escalated = { ...record, escalation };
  return { steps: [{ kind: 'escalated', record: escalated }], record: escalated, escalatesAt };
}

function dueStep(record: AlarmRecord, now: Date): EscalationStep | undefined {
  const { exercise, raisedAt, escalation = 0 } = record;
  if (exercise) return undefined;
  const elapsedMs = now.getTime() - Date.parse(raisedAt);
  return AFTER_MS.findLast(([step, afterMs]) => step > escalation && afterMs <= elapsedMs)?.[0];
}
