import type { AmendRequest, Outcome } from '../../../contract/alarm.js';
import type { RespondRequest } from '../../../contract/events.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { end, expire, isOver, requireAlarm, type AlarmRecord, type Step } from './alarm.js';
import { refusalOfAmendment, refusalOfEnd, refusalOfExtension } from './policy.js';
import type { Change, Rule, StreamState } from './stream-change.js';
import { amend, callForHelp, extend } from './updates.js';

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
    if (record.status !== 'active') return unchanged(record);
    return changed(isOver(record, now) ? expire(record) : end(record, outcome, member.id, now));
  };

/**
 * Replaces the place and the note for the sender. The same texts again change nothing.
 * @throws (the rule) AppError alarm.not_found, alarm.not_sender, alarm.sending_paused or alarm.over
 */
export const amendRule =
  (amendment: AmendRequest): Rule =>
  (state, now) => {
    const record = requireActive(state, now, refusalOfAmendment);
    return changed(amend(record, amendment), record);
  };

/**
 * Extends the alarm to an hour from now, for its sender or a manager.
 * @throws (the rule) AppError alarm.not_found, alarm.not_yours, alarm.sending_paused or alarm.over
 */
export const extendRule: Rule = (state, now) => {
  const record = requireActive(state, now, refusalOfExtension);
  return changed(extend(record, now), record);
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
    if (turn !== undefined && turn < (member.turn ?? 0)) return unchanged(alarm);
    const where = place !== undefined && { place };
    const call = { needed: response === 'need_help', ...where };
    const change = changed(callForHelp(alarm, member.id, call, now), alarm);
    return { ...change, response: { response, ...where, ...(turn !== undefined && { turn }) } };
  };

/** Expires an alarm, unless it was ended or extended meanwhile. @throws AppError alarm.not_found */
export const expireRule = ({ alarm }: { alarm: AlarmRecord | null }, now: Date): Change => {
  const record = requireAlarm(alarm);
  const isDue = record.status === 'active' && isOver(record, now);
  return isDue ? changed(expire(record)) : unchanged(record);
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

const unchanged = (record: AlarmRecord): Change => ({ steps: [], record });

function changed(step: Step): Change;
function changed(step: Step | undefined, known: AlarmRecord): Change;
function changed(step: Step | undefined, known?: AlarmRecord): Change {
  if (step) return { steps: [step], record: step.record };
  if (!known) throw new Error('a change without a step needs the current record');
  return unchanged(known);
}
