import type { AlarmType, RaiseRequest } from '../../../contract/alarm.js';
import { COUNTS, TIMES } from '../../../contract/limits.js';
import { AppError } from '../../../platform/errors/app-error.js';
import {
  end,
  expire,
  isOver,
  lastsMs,
  settle,
  type AlarmRecord,
  type Step,
  type Change,
  type Needed,
  type OngoingAlarm,
  type Rule,
  type StreamState,
} from './alarm.js';
import { refusalOfPress } from './policy.js';

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

interface PressOutcome {
  steps: Step[];
  /** The alarm that was raised or joined. */
  record: AlarmRecord;
  merged: boolean;
}

/**
 * @param limited whether a member's seventh alarm within ten minutes is refused
 * @returns the rule of a press; a repeat by the same member gets the first result
 * @throws (the rule) AppError alarm.sending_paused, building.manager_required (an exercise),
 *   alarm.real_ongoing (an exercise), alarm.id_taken, alarm.rate_limited
 */
export function pressRule(request: RaiseRequest, limited: boolean): Rule {
  return (state, now) => {
    if (state.press) return repeat(state, now);
    if (state.isAlarm) throw new AppError('alarm.id_taken');
    const { buildingId, member } = state;
    const refusal = refusalOfPress(member, request);
    if (refusal) throw new AppError(refusal);
    const { alarmId, type, exercise = false, separate = false, place, note } = request;
    const texts = { ...(place !== undefined && { place }), ...(note !== undefined && { note }) };
    const { steps, record, merged } = press(
      { alarmId, buildingId, membershipId: member.id, type, exercise, separate, ...texts },
      state.ongoing,
      now,
    );
    // A real alarm during an exercise ends it; an exercise during a real alarm would be taken for one.
    const isReal = ({ record: one }: OngoingAlarm): boolean => !one.exercise && !isOver(one, now);
    if (exercise && state.ongoing.some(isReal)) throw new AppError('alarm.real_ongoing');
    const isTooMany = state.recentlyRaised >= COUNTS.alarmsPerWindow;
    if (limited && isTooMany && !merged && !exercise) throw new AppError('alarm.rate_limited');
    return { steps, record, press: { id: alarmId, merged } };
  };
}

/** An exercise is refused during any real alarm. */
export function neededBy({ exercise, separate }: RaiseRequest): Needed {
  if (exercise) return 'all';
  return separate ? 'none' : 'joinable';
}

function repeat({ press: saved, buildingId, member, alarm }: StreamState, now: Date): Change {
  if (!saved || saved.membershipId !== member.id || saved.buildingId !== buildingId) {
    // One code for every foreign press, so that the caller cannot find out whose it is.
    throw new AppError('alarm.id_taken');
  }
  if (!alarm) throw new AppError('alarm.not_found');
  return { steps: [], record: settle(alarm, now), repeated: saved };
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

/** A press does not join a real alarm that is about to end: it would wake nobody, and end with it. */
function isJoinable({ record, lastPressAt }: OngoingAlarm, input: Press, at: Date): boolean {
  const leftMs = Date.parse(record.expiresAt) - at.getTime();
  return (
    record.type === input.type &&
    record.exercise === input.exercise &&
    at.getTime() - lastPressAt.getTime() < TIMES.mergeMs &&
    (record.exercise || leftMs >= TIMES.mergeMs)
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
    expiresAt: new Date(at.getTime() + lastsMs(fields)).toISOString(),
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
