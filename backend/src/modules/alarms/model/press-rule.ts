import type { RaiseRequest } from '../../../contract/alarm.js';
import { COUNTS } from '../../../contract/limits.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { settle } from './alarm.js';
import { refusalOfPress } from './policy.js';
import { press } from './press.js';
import type { Change, Rule, StreamState } from './stream-change.js';

/**
 * @param limited whether a member's seventh alarm within ten minutes is refused
 * @returns the rule of a press; a repeat by the same member gets the first result
 * @throws (the rule) AppError alarm.sending_paused, building.manager_required (an exercise),
 *   alarm.id_taken, alarm.rate_limited
 */
export function pressRule(request: RaiseRequest, limited: boolean): Rule {
  return (state, now) => {
    if (state.press) return repeat(state, now);
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
    const isTooMany = state.raisedLately >= COUNTS.alarmsPerWindow;
    if (limited && isTooMany && !merged && !exercise) throw new AppError('alarm.rate_limited');
    return { steps, record, press: { id: alarmId, merged } };
  };
}

function repeat({ press: saved, buildingId, member, alarm }: StreamState, now: Date): Change {
  if (!saved || saved.membershipId !== member.id || saved.buildingId !== buildingId) {
    // One code for every foreign press, so that the caller cannot find out whose it is.
    throw new AppError('alarm.id_taken');
  }
  if (!alarm) throw new AppError('alarm.not_found');
  return { steps: [], record: settle(alarm, now), repeated: saved };
}
