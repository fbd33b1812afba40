import type { Home } from '../../../contract/alarm.js';
import type {
  Member,
  Membership,
  MembershipRole,
  MembershipStatus,
} from '../../../contract/http.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { BuildingRow, MembershipRow } from '../buildings.entities.js';
import type { MemberDevicesView } from '../devices/readiness.service.js';
import { refusal } from '../rights.js';

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
  known: MembershipRow,
  change: MemberChange,
  actorId: string,
  now: Date,
): MembershipRow {
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

export interface OwnChange {
  name?: string;
  /** An empty string removes it, for a building with one entrance. */
  entrance?: string;
  apartment?: string;
}

export interface HomePlace {
  entrance: string | null;
  apartment: string;
}

const NO_REQUEST = { requestedEntrance: null, requestedApartment: null };

/**
 * Applies a member's own change. A resident's new home waits for a manager, because neighbours go
 * to the home that an alarm shows. Asking for the present home again withdraws the request.
 */
export function changeOwn(known: MembershipRow, change: OwnChange): MembershipRow {
  const base = requestedHome(known) ?? known;
  const wanted: HomePlace = {
    entrance: change.entrance === undefined ? base.entrance : change.entrance || null,
    apartment: change.apartment ?? base.apartment,
  };
  const named = { ...known, name: change.name ?? known.name };
  if (isAt(known, wanted)) return { ...named, ...NO_REQUEST };
  if (known.status === 'pending' || !refusal('home.move', known)) return move(named, wanted);
  const { entrance: requestedEntrance, apartment: requestedApartment } = wanted;
  return { ...named, requestedEntrance, requestedApartment };
}

/** @returns the membership in its new home */
export function move(membership: MembershipRow, { entrance, apartment }: HomePlace): MembershipRow {
  return { ...membership, entrance, apartment, ...NO_REQUEST };
}

export const withoutRequest = (membership: MembershipRow): MembershipRow => ({
  ...membership,
  ...NO_REQUEST,
});

/** @returns the home that waits for a manager's confirmation */
export function requestedHome(membership: MembershipRow): HomePlace | undefined {
  const { requestedEntrance: entrance, requestedApartment: apartment } = membership;
  return apartment === null ? undefined : { entrance, apartment };
}

export function isAt(home: HomePlace, { entrance, apartment }: HomePlace): boolean {
  return home.entrance === entrance && home.apartment === apartment;
}

export function membershipView(membership: MembershipRow, building: BuildingRow): Membership {
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

const UNKNOWN: MemberDevicesView = { readiness: 'away', testedAt: null };

export function memberView(membership: MembershipRow, state = UNKNOWN): Member {
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

function requestView(membership: MembershipRow): { requestedHome?: Home } {
  const requested = requestedHome(membership);
  if (!requested) return {};
  const { entrance, apartment } = requested;
  return { requestedHome: { ...(entrance !== null && { entrance }), apartment } };
}
