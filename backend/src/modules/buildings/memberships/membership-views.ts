import type { Home } from '../../../contract/alarm.js';
import type { Membership as MembershipView, Member } from '../../../contract/http.js';
import type { Building } from '../building.entity.js';
import { requestedHome } from './homes/home-request.js';
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
    ...requestView(membership),
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
    ...requestView(membership),
    role,
    status,
    maySend,
    joinedAt: createdAt.toISOString(),
    ...state,
  };
}

function requestView(membership: Membership): { requestedHome?: Home } {
  const requested = requestedHome(membership);
  if (!requested) return {};
  const { entrance, apartment } = requested;
  return { requestedHome: { ...(entrance !== null && { entrance }), apartment } };
}
