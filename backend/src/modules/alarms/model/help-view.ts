import type { HelpView, Neighbour, ResponseKind } from '../../../contract/alarm.js';
import { COUNTS } from '../../../contract/limits.js';

/** An active member who called for help, comes, or has seen a call. Times are ISO 8601 in UTC. */
export interface Helper extends Neighbour {
  /** The time of the member's own open call for help. */
  calledAt?: string;
  response?: ResponseKind;
  respondedAt?: string;
  /** The member has seen all calls up to this time. */
  sawUntil?: string;
}

/** Returns what one member may know: names for a member who called, a number for one who comes. */
export function helpViewOf(
  alarmId: string,
  helpers: Helper[],
  readerId: string,
): Omit<HelpView, 'version'> {
  const reader = helpers.find(({ membershipId }) => membershipId === readerId);
  const coming = helpers.filter(({ response }) => response === 'coming');
  const calledAt = reader?.calledAt;
  if (!calledAt) {
    return { alarmId, ...(reader?.response === 'coming' && { comingCount: coming.length }) };
  }
  // A neighbour who set out before the call, and has not seen it, does not come to this member.
  const isAfter = (at = '') => at >= calledAt;
  const aware = coming.filter((one) => isAfter(one.respondedAt) || isAfter(one.sawUntil));
  const seen = helpers.filter(
    (one) => one !== reader && isAfter(one.sawUntil) && !aware.includes(one),
  );
  return {
    alarmId,
    calledAt,
    comingCount: aware.length,
    coming: listed(aware),
    seenCount: seen.length,
    seen: listed(seen),
  };
}

const listed = (helpers: Helper[]): Neighbour[] =>
  helpers
    .slice(0, COUNTS.helpersShown)
    .map(({ membershipId, name, home }) => ({ membershipId, name, home }));
