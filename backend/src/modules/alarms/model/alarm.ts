import type {
  Alarm,
  AlarmEventKind,
  AlarmStatus,
  AlarmType,
  Outcome,
  ResponseKind,
} from '../../../contract/alarm.js';
import { EXERCISE_TIMES } from '../../../contract/exercises.js';
import { TIMES } from '../../../contract/limits.js';
import { monthsBefore, type Clock } from '../../../platform/clock.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { ActiveMember } from './policy.js';

export type EscalationStep = NonNullable<Alarm['escalation']>;

/** An alarm as its building's stream stores it: members by id, times as ISO 8601 in UTC. */
export interface AlarmRecord {
  id: string;
  buildingId: string;
  type: AlarmType;
  exercise: boolean;
  status: AlarmStatus;
  senderId: string;
  place?: string;
  note?: string;
  /** The first 20. */
  witnesses: { membershipId: string; at: string }[];
  witnessCount: number;
  needHelp: { membershipId: string; place?: string; at: string }[];
  escalation?: EscalationStep;
  raisedAt: string;
  expiresAt: string;
  endedAt?: string;
  endedById?: string;
}

/** One event that a change adds to the stream. */
export interface Step {
  kind: AlarmEventKind;
  record: AlarmRecord;
}

/** A press as it was saved, so that a retry gets the first result again. */
export interface SavedPress {
  id: string;
  buildingId: string;
  membershipId: string;
  alarmId: string;
  epoch: string;
  seq: number;
  merged: boolean;
}

/** An active alarm, with its relation to the member who presses. */
export interface OngoingAlarm {
  record: AlarmRecord;
  lastPressAt: Date;
  /** True when that member has pressed for this alarm before. */
  pressedByMe: boolean;
}

/** The input of a rule, read under the stream's lock. */
export interface StreamState {
  buildingId: string;
  /** The actor's active membership. */
  member: ActiveMember;
  /** The saved press with the requested id, made by any member of any building. */
  press: SavedPress | null;
  /** Whether that id is an alarm's, in any building. Its press is deleted with the account of its sender. */
  isAlarm: boolean;
  /** The alarm of that press or with that id, in any status; null when the building has none. */
  alarm: AlarmRecord | null;
  /** At least those that the rule needs. */
  ongoing: OngoingAlarm[];
  /** The number of real alarms that the member raised, not joined, within the rate window, up to the limit. */
  recentlyRaised: number;
}

/** The active alarms that a rule needs beside exercises, those past their end, and the one in question. */
export type Needed = 'all' | 'joinable' | 'none';

/** The result of a rule: the events to append to the stream, and the data to save with them. */
export interface Change {
  /** Empty when nothing changes for the building. */
  steps: Step[];
  /** The alarm as it is after the steps. */
  record: AlarmRecord;
  /** A new press that raised or joined that alarm. */
  press?: { id: string; merged: boolean };
  /** The press that this request repeats; nothing is saved. */
  repeated?: SavedPress;
  /** The member's response to that alarm; it replaces an earlier one. */
  response?: { response: ResponseKind; place?: string; turn?: number };
  /** The alarms whose next escalation is decided anew, with a step or without. */
  rescheduled?: AlarmRecord[];
}

/**
 * Decides what a request changes. A rule is pure; the time is an argument.
 * @throws AppError when the request is refused
 */
export type Rule = (state: StreamState, now: Date) => Change;

/** @throws AppError alarm.not_found */
export function requireAlarm(alarm: AlarmRecord | null): AlarmRecord {
  if (!alarm) throw new AppError('alarm.not_found');
  return alarm;
}

/** @returns whether the alarm has ended or is past its `expiresAt`, even without an event */
export function isOver(record: AlarmRecord, at: Date): boolean {
  return record.status !== 'active' || record.expiresAt <= at.toISOString();
}

/** @returns the alarm as of that time: expired when it is past its `expiresAt` */
export function settle(record: AlarmRecord, at: Date): AlarmRecord {
  return record.status === 'active' && isOver(record, at) ? expire(record).record : record;
}

export function expire(record: AlarmRecord): Step {
  return { kind: 'expired', record: { ...record, status: 'expired', endedAt: record.expiresAt } };
}

/** @param byId the membership that ends the alarm */
export function end(record: AlarmRecord, outcome: Outcome, byId: string, at: Date): Step {
  const status = outcome === 'false_alarm' ? 'cancelled' : 'resolved';
  const endedAt = at.toISOString();
  return { kind: status, record: { ...record, status, endedAt, endedById: byId } };
}

/** @returns the memberships whose names a reader of this record needs, each once */
export function membersIn(record: AlarmRecord): string[] {
  const ids = [
    record.senderId,
    ...record.witnesses.map((witness) => witness.membershipId),
    ...record.needHelp.map((entry) => entry.membershipId),
    ...(record.endedById ? [record.endedById] : []),
  ];
  return [...new Set(ids)];
}

/** Returns the history's start. Readers get no older alarms, even before a job deletes them. */
export const historyStart = (clock: Clock): Date => monthsBefore(clock.now(), TIMES.historyMonths);

/** @returns for how long an alarm stays active without being extended, in milliseconds */
export function lastsMs({ exercise }: Pick<AlarmRecord, 'exercise'>): number {
  return exercise ? EXERCISE_TIMES.lastsMs : TIMES.alarmMs;
}

/** The steps of an escalation, with their times after the alarm was raised. */
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

/** The part of a building's state that decides about an escalation. */
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
