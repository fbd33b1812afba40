import type { MembershipRole } from '../../contract/http.js';
import type { MembershipRow } from './buildings.entities.js';

/** The roles of active members, and of ResQ's administrators, who need no membership. */
type Role = MembershipRole | 'administrator';

const MEMBERS: readonly Role[] = ['resident', 'manager'];
const MANAGERS: readonly Role[] = ['manager'];

/** The roles that have each right in a building. */
const RIGHTS = {
  'building.read': MEMBERS,
  'building.change': MANAGERS,
  'log.read': MANAGERS,
  'members.list': MANAGERS,
  'members.change': MANAGERS,
  'reset_link.create': MANAGERS,
  'exercises.manage': MANAGERS,
  'home.decide': MANAGERS,
  'homes.manage': MANAGERS,
  'kiosks.manage': MANAGERS,
  /** To move without a manager's confirmation. */
  'home.move': MANAGERS,
  /** To invite, and to see and withdraw invitations; administrators, for a first manager. */
  'invitations.manage': ['manager', 'administrator'] as readonly Role[],
};

export type Right = keyof typeof RIGHTS;
export type AdministratorsRight = 'invitations.manage';
type RoleAndStatus = Pick<MembershipRow, 'role' | 'status'>;

/**
 * @param membership the user's in the building, in any status, if there is one
 * @returns the code of the error; undefined when the user has the right
 */
export function refusal(
  right: Right,
  membership?: RoleAndStatus | null,
  isAdministrator = false,
): 'building.manager_required' | 'building.not_a_member' | undefined {
  const role = membership?.status === 'active' ? membership.role : undefined;
  const roles = RIGHTS[right];
  if (role && roles.includes(role)) return undefined;
  if (isAdministrator && roles.includes('administrator')) return undefined;
  return role ? 'building.manager_required' : 'building.not_a_member';
}

/** @returns whether the membership entitles to manage the building now */
export function isManager(membership: RoleAndStatus): boolean {
  return refusal('members.change', membership) === undefined;
}

/**
 * Says whether an invitation counts although its maker may have changed since. A manager who was
 * demoted or removed invites nobody. One who left still invites residents, who are expected.
 * @param inviter the manager who made it; undefined once that account is erased, and for a poster
 */
export function isStillEntitled(
  inviter: Pick<MembershipRow, 'role' | 'status' | 'endedBy'> | undefined,
  role: MembershipRole,
): boolean {
  if (inviter && !refusal('invitations.manage', inviter)) return true;
  if (role === 'manager') return false;
  if (!inviter) return true;
  const { role: last, status, endedBy } = inviter;
  return last === 'manager' && status === 'revoked' && endedBy === null;
}
