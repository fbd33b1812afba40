import { isOver, requireAlarm, type AlarmRecord, type EscalationStep, type Step } from './alarm.js';
import type { Change } from './rule.js';

/** The steps, with their times after the alarm was raised. */
const AFTER_MS: [EscalationStep, number][] = [
  [1, 15_000],
  [2, 30_000],
  [3, 60_000],
];

/** @returns the time of the first step after `now`; null when none follows. An exercise has none. */
export function nextEscalation(record: AlarmRecord, now: Date): Date | null {
  const { exercise, raisedAt } = record;
  if (exercise || isOver(record, now)) return null;
  const times = AFTER_MS.map(([, afterMs]) => Date.parse(raisedAt) + afterMs);
  const next = times.find((atMs) => atMs > now.getTime());
  return next === undefined ? null : new Date(next);
}

/** The part of a building's state that decides. */
interface DueState {
  ongoing: { record: AlarmRecord }[];
  /** The alarms that every home but the sender's has answered. */
  answeredIds: string[];
}

/**
 * Takes the newest step that is due of each of these alarms, while another home has not answered. A late
 * node so warns once and not three times in a row.
 * @throws AppError alarm.not_found when none of the alarms is active any more
 */
export const escalateRule =
  (alarmIds: string[]) =>
  ({ ongoing, answeredIds }: DueState, now: Date): Change => {
    const due = ongoing.map(({ record }) => record).filter(({ id }) => alarmIds.includes(id));
    const record = requireAlarm(due[0] ?? null);
    const silent = due.filter(({ id }) => !answeredIds.includes(id));
    return { steps: silent.flatMap((one) => stepOf(one, now)), record, rescheduled: due };
  };

function stepOf(record: AlarmRecord, now: Date): Step[] {
  const escalation = isOver(record, now) ? undefined : dueStep(record, now);
  return escalation ? [{ kind: 'escalated', record: { ...record, escalation } }] : [];
}

function dueStep(record: AlarmRecord, now: Date): EscalationStep | undefined {
  const { exercise, raisedAt, escalation = 0 } = record;
  if (exercise) return undefined;
  const elapsedMs = now.getTime() - Date.parse(raisedAt);
  return AFTER_MS.findLast(([step, afterMs]) => step > escalation && afterMs <= elapsedMs)?.[0];
}
