import type { Membership as MembershipView, Member } from '../../../contract/http.js';
import type { Building } from '../building.entity.js';
import type { Membership } from './membership.entity.js';
import type { MemberState } from '../devices/readiness.service.js';

export function membershipView(membership: Membership, building: Building): MembershipView {
  const { id, role, status, maySend, name, entrance, apartment } = membership;
  return {
    id,
    building: { id: building.id, name: building.name, address: building.address },
    role,
    status,
    maySend,
    name,
    ...(entrance !== null && { entrance }),
    apartment,
  };
}

const UNKNOWN: MemberState = { readiness: 'away', testedAt: null };

export function memberView(membership: Membership, state = UNKNOWN): Member {
  const { id, role, status, maySend, name, entrance, apartment, createdAt } = membership;
  return {
    id,
    name,
    ...(entrance !== null && { entrance }),
    apartment,
    role,
    status,
    maySend,
    joinedAt: createdAt.toISOString(),
    ...state,
  };
}
