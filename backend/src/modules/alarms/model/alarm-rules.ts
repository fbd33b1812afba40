import type { AmendRequest, Outcome } from '../../../contract/alarm.js';
import type { RespondRequest } from '../../../contract/events.js';
import { AppError } from '../../../platform/errors/app-error.js';
import {
  end,
  expire,
  isOver,
  lastsMs,
  requireAlarm,
  type AlarmRecord,
  type Step,
  type Change,
  type Rule,
  type StreamState,
} from './alarm.js';
import { refusalOfAmendment, refusalOfEnd, refusalOfExtension } from './policy.js';

/** Extending twice within a minute counts once. */
const EXTENDED_MS = 60_000;

/**
 * Ends an alarm for its sender or a manager. A second end changes nothing.
 * @throws (the rule) AppError alarm.not_found or alarm.not_yours
 */
export const endRule =
  (outcome: Outcome): Rule =>
  ({ member, alarm }, now) => {
    const record = requireAlarm(alarm);
    const refusal = refusalOfEnd(member, record);
    if (refusal) throw new AppError(refusal);
    if (record.status !== 'active') return changeOf(undefined, record);
    const step = isOver(record, now) ? expire(record) : end(record, outcome, member.id, now);
    return changeOf(step, record);
  };

/**
 * Replaces the place and the note for the sender. The same texts again change nothing.
 * @throws (the rule) AppError alarm.not_found, alarm.not_sender, alarm.sending_paused or alarm.over
 */
export const amendRule =
  (amendment: AmendRequest): Rule =>
  (state, now) => {
    const record = requireActive(state, now, refusalOfAmendment);
    return changeOf(amend(record, amendment), record);
  };

/**
 * Extends the alarm to an hour from now, for its sender or a manager.
 * @throws (the rule) AppError alarm.not_found, alarm.not_yours, alarm.sending_paused or alarm.over
 */
export const extendRule: Rule = (state, now) => {
  const record = requireActive(state, now, refusalOfExtension);
  return changeOf(extend(record, now), record);
};

/**
 * Begins, moves or ends a member's call for help, according to the response. A response that a newer one
 * has overtaken changes nothing and is not saved.
 * @throws (the rule) AppError alarm.over
 */
export const helpRule =
  ({ response, place, turn }: RespondRequest): Rule =>
  ({ member, alarm }, now) => {
    if (!alarm || isOver(alarm, now)) throw new AppError('alarm.over');
    if (turn !== undefined && turn < (member.turn ?? 0)) return changeOf(undefined, alarm);
    const where = place !== undefined && { place };
    const call = { needed: response === 'need_help', ...where };
    const change = changeOf(callForHelp(alarm, member.id, call, now), alarm);
    return { ...change, response: { response, ...where, ...(turn !== undefined && { turn }) } };
  };

/** Expires an alarm, unless it was ended or extended meanwhile. @throws AppError alarm.not_found */
export const expireRule = ({ alarm }: { alarm: AlarmRecord | null }, now: Date): Change => {
  const record = requireAlarm(alarm);
  const isDue = record.status === 'active' && isOver(record, now);
  return changeOf(isDue ? expire(record) : undefined, record);
};

function requireActive(
  { member, alarm }: StreamState,
  now: Date,
  refusalOf: typeof refusalOfAmendment,
): AlarmRecord {
  const record = requireAlarm(alarm);
  const refusal = refusalOf(member, record);
  if (refusal) throw new AppError(refusal);
  if (isOver(record, now)) throw new AppError('alarm.over');
  return record;
}

const changeOf = (step: Step | undefined, record: AlarmRecord): Change => ({
  steps: step ? [step] : [],
  record: step?.record ?? record,
});

/**
 * Adds, moves or removes a member's call for help. The call is part of the alarm, so that all
 * members see it.
 * @returns undefined when nothing changes
 */
export function callForHelp(
  record: AlarmRecord,
  membershipId: string,
  { needed, place }: { needed: boolean; place?: string },
  at: Date,
): Step | undefined {
  const known = record.needHelp.find((entry) => entry.membershipId === membershipId);
  const isUnchanged = needed ? known && known.place === place : !known;
  if (isUnchanged) return undefined;
  const others = record.needHelp.filter((entry) => entry !== known);
  // Neighbours who have seen the call do not have to see it again when only its place changes.
  const since = known?.at ?? at.toISOString();
  const entry = { membershipId, ...(place !== undefined && { place }), at: since };
  return { kind: 'updated', record: { ...record, needHelp: needed ? [...others, entry] : others } };
}

/**
 * Replaces the place and the note; a missing text stays, an empty one is removed.
 * @returns undefined when nothing changes
 */
export function amend(record: AlarmRecord, amendment: AmendRequest): Step | undefined {
  const { place = record.place ?? '', note = record.note ?? '' } = amendment;
  if (place === (record.place ?? '') && note === (record.note ?? '')) return undefined;
  const { place: _place, note: _note, ...others } = record;
  const texts = { ...(place && { place }), ...(note && { note }) };
  return { kind: 'updated', record: { ...others, ...texts } };
}

/**
 * Extends the alarm to an hour from now, an exercise to a quarter of one.
 * @returns undefined when that would move its end by less than a minute
 */
export function extend(record: AlarmRecord, at: Date): Step | undefined {
  const endsAtMs = at.getTime() + lastsMs(record);
  if (endsAtMs - Date.parse(record.expiresAt) < EXTENDED_MS) return undefined;
  const expiresAt = new Date(endsAtMs).toISOString();
  return { kind: 'updated', record: { ...record, expiresAt } };
}
