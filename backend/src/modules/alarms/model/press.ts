import type { AlarmType } from '../../../contract/alarm.js';
import { COUNTS, TIMES } from '../../../contract/limits.js';
import { end, expire, isOver, type AlarmRecord, type Step } from './alarm.js';

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

/** An active alarm, with its relation to the member who presses. */
export interface OngoingAlarm {
  record: AlarmRecord;
  lastPressAt: Date;
  /** True when that member has pressed for this alarm before. */
  pressedByMe: boolean;
}

export interface PressOutcome {
  steps: Step[];
  /** The alarm that was raised or joined. */
  record: AlarmRecord;
  merged: boolean;
}

/**
 * Joins a recent alarm of the same type, or raises a new one. Alarms past their end expire first,
 * and a new real alarm ends active exercises.
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

function raise({ alarmId, membershipId, separate: _, ...fields }: Press, at: Date): AlarmRecord {
  return {
    ...fields,
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

/** Adds a witness, unless the member is the sender or has pressed for the alarm before. */
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
