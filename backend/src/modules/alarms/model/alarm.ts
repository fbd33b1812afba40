import type {
  AlarmEventKind,
  AlarmStatus,
  AlarmType,
  AmendRequest,
  Outcome,
} from '../../../contract/alarm.js';
import { COUNTS, TIMES } from '../../../contract/limits.js';

/** An alarm as its building's stream keeps it: people as memberships, times as ISO 8601 in UTC. */
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
  raisedAt: string;
  expiresAt: string;
  endedAt?: string;
  endedById?: string;
}

/** What a change adds to the stream. */
export interface Step {
  kind: AlarmEventKind;
  record: AlarmRecord;
}

export interface Press {
  alarmId: string;
  buildingId: string;
  membershipId: string;
  type: AlarmType;
  exercise: boolean;
  place?: string;
  note?: string;
  separate: boolean;
}

/** An alarm that is going on, as the one who presses finds it. */
export interface OngoingAlarm {
  record: AlarmRecord;
  lastPressAt: Date;
  /** Whether this person has pressed for it before. */
  pressedByMe: boolean;
}

export interface PressOutcome {
  steps: Step[];
  /** The alarm that was raised or joined. */
  record: AlarmRecord;
  merged: boolean;
}

/**
 * What a press becomes: it joins an alarm of its kind that is going on, or raises a new one. Alarms
 * whose time is up are ended first, and a real alarm ends an exercise.
 */
export function press(input: Press, ongoing: OngoingAlarm[], at: Date): PressOutcome {
  const over = ongoing.filter(({ record }) => isOver(record, at));
  const live = ongoing.filter(({ record }) => !isOver(record, at));
  const steps: Step[] = over.map(({ record }) => expire(record));
  const joined = input.separate ? undefined : live.find((alarm) => isJoinable(alarm, input, at));
  if (joined) {
    const record = addWitness(joined, input.membershipId, at);
    if (record !== joined.record) steps.push({ kind: 'witnessed', record });
    return { steps, record, merged: true };
  }
  if (!input.exercise) {
    for (const { record } of live.filter((alarm) => alarm.record.exercise)) {
      steps.push(end(record, 'resolved', input.membershipId, at));
    }
  }
  const record = raise(input, at);
  steps.push({ kind: 'raised', record });
  return { steps, record, merged: false };
}

function isJoinable({ record, lastPressAt }: OngoingAlarm, input: Press, at: Date): boolean {
  return (
    record.type === input.type &&
    record.exercise === input.exercise &&
    at.getTime() - lastPressAt.getTime() < TIMES.mergeMs
  );
}

function raise({ alarmId, membershipId, separate: _, ...told }: Press, at: Date): AlarmRecord {
  return {
    ...told,
    id: alarmId,
    status: 'active',
    senderId: membershipId,
    witnesses: [],
    witnessCount: 0,
    needHelp: [],
    raisedAt: at.toISOString(),
    expiresAt: new Date(at.getTime() + TIMES.alarmMs).toISOString(),
  };
}

/** Whoever presses twice is one witness, and the sender is none. */
function addWitness(
  { record, pressedByMe }: OngoingAlarm,
  membershipId: string,
  at: Date,
): AlarmRecord {
  if (pressedByMe || record.senderId === membershipId) return record;
  const witness = { membershipId, at: at.toISOString() };
  return {
    ...record,
    witnesses: [...record.witnesses, witness].slice(0, COUNTS.witnessesShown),
    witnessCount: record.witnessCount + 1,
  };
}

/** @returns whether the alarm is over, also when nobody has written it down yet */
export function isOver(record: AlarmRecord, at: Date): boolean {
  return record.status !== 'active' || record.expiresAt <= at.toISOString();
}

/** The alarm as it reads now: one whose time is up has expired, written down or not. */
export function settle(record: AlarmRecord, at: Date): AlarmRecord {
  return record.status === 'active' && isOver(record, at) ? expire(record).record : record;
}

export function expire(record: AlarmRecord): Step {
  return { kind: 'expired', record: { ...record, status: 'expired', endedAt: record.expiresAt } };
}

/** @param byId membership of the one who ends it */
export function end(record: AlarmRecord, outcome: Outcome, byId: string, at: Date): Step {
  const status = outcome === 'false_alarm' ? 'cancelled' : 'resolved';
  const endedAt = at.toISOString();
  return { kind: status, record: { ...record, status, endedAt, endedById: byId } };
}

/**
 * Who needs help is part of the alarm: everybody sees it.
 * @param place where help is needed; undefined takes the call for help back when `needed` is false
 * @returns nothing when that is known already
 */
export function needHelp(
  record: AlarmRecord,
  membershipId: string,
  call: { needed: boolean; place?: string },
  at: Date,
): Step | undefined {
  const known = record.needHelp.find((entry) => entry.membershipId === membershipId);
  const unchanged = call.needed ? known && known.place === call.place : !known;
  if (unchanged) return undefined;
  const others = record.needHelp.filter((entry) => entry !== known);
  const { place } = call;
  const entry = { membershipId, ...(place !== undefined && { place }), at: at.toISOString() };
  return {
    kind: 'updated',
    record: { ...record, needHelp: call.needed ? [...others, entry] : others },
  };
}

/**
 * What its sender tells after the press.
 * @returns nothing when all of it is known already
 */
export function amend(record: AlarmRecord, told: AmendRequest): Step | undefined {
  const { place = record.place ?? '', note = record.note ?? '' } = told;
  if (place === (record.place ?? '') && note === (record.note ?? '')) return undefined;
  const { place: _place, note: _note, ...others } = record;
  const texts = { ...(place && { place }), ...(note && { note }) };
  return { kind: 'updated', record: { ...others, ...texts } };
}

/** A wish for another hour that comes again so soon is the same wish. */
const EXTENDED_MS = 60_000;

/**
 * Another hour from now on.
 * @returns nothing when its hour has just begun
 */
export function extend(record: AlarmRecord, at: Date): Step | undefined {
  const endsAtMs = at.getTime() + TIMES.alarmMs;
  if (endsAtMs - Date.parse(record.expiresAt) < EXTENDED_MS) return undefined;
  const expiresAt = new Date(endsAtMs).toISOString();
  return { kind: 'updated', record: { ...record, expiresAt } };
}

/** @returns the memberships whose names a reader of this record needs */
export function peopleIn(record: AlarmRecord): string[] {
  const ids = [
    record.senderId,
    ...record.witnesses.map((witness) => witness.membershipId),
    ...record.needHelp.map((entry) => entry.membershipId),
    ...(record.endedById ? [record.endedById] : []),
  ];
  return [...new Set(ids)];
}
