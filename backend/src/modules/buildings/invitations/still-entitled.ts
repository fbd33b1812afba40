import type { MembershipRole } from '../../../contract/http.js';
import { isManager, type Membership } from '../memberships/membership.entity.js';

type Inviter = Pick<Membership, 'role' | 'status' | 'endedBy'>;

/**
 * Says whether an invitation counts although its maker may have changed since. A manager who was
 * demoted or removed invites nobody. One who left still invites residents, who are expected.
 * @param inviter the manager who made it; undefined once that account is erased, and for a poster
 */
export function isStillEntitled(inviter: Inviter | undefined, role: MembershipRole): boolean {
  if (role === 'manager') return inviter !== undefined && isManager(inviter);
  if (!inviter || isManager(inviter)) return true;
  const { role: last, status, endedBy } = inviter;
  return last === 'manager' && status === 'revoked' && endedBy === null;
}
