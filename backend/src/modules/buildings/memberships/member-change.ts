import type { MembershipRole, MembershipStatus } from '../../../contract/http.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { Membership } from './membership.entity.js';

export interface MemberChange {
  status?: MembershipStatus;
  role?: MembershipRole;
  maySend?: boolean;
}

/**
 * Applies a manager's change. Managers approve who waits and undo their own removals. All others
 * come back by an invitation: a manager who brought back a former member could make a reset link
 * for that account.
 * @param actorId the manager
 * @throws AppError membership.has_left
 */
export function changeMember(
  known: Membership,
  change: MemberChange,
  actorId: string,
  now: Date,
): Membership {
  if (known.status === 'revoked') {
    if (change.status === 'revoked') return known;
    const isUndone = change.status === 'active' && known.endedBy === actorId;
    if (!isUndone) throw new AppError('membership.has_left');
  }
  const changed = { ...known, ...change };
  if (changed.status === known.status) return changed;
  return changed.status === 'active'
    ? { ...changed, activeSince: now, endedAt: null, endedBy: null }
    : { ...changed, endedAt: now, endedBy: actorId };
}
