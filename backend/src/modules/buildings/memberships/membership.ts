import type { Home } from '../../../contract/alarm.js';
import { entranceKey } from '../../../contract/homes.js';
import type { Member, Membership, MembershipRole } from '../../../contract/http.js';
import { tidied } from '../../../contract/written-text.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { ChangeMember, ChangeOwnMembership } from '../buildings.dto.js';
import type { BuildingRow, MembershipRow } from '../buildings.entities.js';
import type { MemberDevicesView } from '../devices/readiness.service.js';
import { refusal } from '../rights.js';

/**
 * Applies a manager's change. Managers approve who waits and undo their own removals. All others
 * come back by an invitation: a manager who brought back a former member could make a reset link
 * for that account.
 * @param actorId the manager
 * @throws AppError membership.has_left, membership.not_as_seen for another name or home than the manager
 *   saw, or membership.home_missing for a resident without a home
 */
export function changeMember(
  known: MembershipRow,
  { seen, ...change }: ChangeMember,
  actorId: string,
  now: Date,
): MembershipRow {
  if (seen && !isAsSeen(known, seen)) throw new AppError('membership.not_as_seen');
  if (known.status === 'revoked') {
    // Only an answer to who waits has `seen`. They have left meanwhile, so no manager may undo the end.
    const isRefused = change.status === 'revoked' && seen && !known.endedBy;
    if (isRefused) return { ...known, endedBy: known.userId };
    if (change.status === 'revoked') return known;
    const isUndone = change.status === 'active' && known.endedBy === actorId;
    if (!isUndone) throw new AppError('membership.has_left');
  }
  const changed = { ...known, ...change };
  if (changed.role === 'resident' && !changed.apartment) {
    throw new AppError('membership.home_missing');
  }
  if (changed.maySend) changed.pauseReason = null;
  if (changed.status === known.status) return changed;
  return changed.status === 'active'
    ? { ...changed, activeSince: now, endedAt: null, endedBy: null }
    : { ...changed, endedAt: now, endedBy: actorId };
}

/** Rows from before texts were tidied are sent as they are, and come back tidied. */
const isAsSeen = (
  { name, entrance, apartment }: MembershipRow,
  seen: NonNullable<ChangeMember['seen']>,
): boolean =>
  tidied(name) === seen.name &&
  tidied(entrance ?? '') === (seen.entrance ?? '') &&
  apartment === seen.apartment;

/**
 * Applies a personal invitation to who is a member already: it lets in who waits, and one for a manager
 * makes a manager of a resident. Name and home stay.
 * @returns undefined when the invitation brings the member nothing
 */
export function changeInvited(
  known: MembershipRow,
  invitedAs: MembershipRole,
  now: Date,
): MembershipRow | undefined {
  const role = invitedAs === 'manager' ? invitedAs : known.role;
  if (known.status === 'pending') return { ...known, role, status: 'active', activeSince: now };
  return role === known.role ? undefined : { ...known, role };
}

/** @returns whether a change leaves everything as it is, so that nobody needs to hear of it */
export const isUnchanged = (known: MembershipRow, changed: MembershipRow): boolean =>
  Object.entries(changed).every(([name, value]) => known[name as keyof MembershipRow] === value);

export interface HomePlace {
  entrance: string | null;
  apartment: string;
}

const NO_REQUEST = { requestedEntrance: null, requestedApartment: null };

/**
 * Applies a member's own change. A resident's new home waits for a manager, because neighbours go
 * to the home that an alarm shows. Another spelling of its entrance is the same home. Asking for the
 * present home again withdraws the request.
 */
export function changeOwn(known: MembershipRow, change: ChangeOwnMembership): MembershipRow {
  const base = requestedHome(known) ?? known;
  const wanted: HomePlace = {
    entrance: change.entrance === undefined ? base.entrance : change.entrance || null,
    apartment: change.apartment ?? base.apartment,
  };
  const named = { ...known, name: change.name ?? known.name };
  if (isAt(known, wanted)) return { ...named, ...NO_REQUEST };
  const mayMove = known.status === 'pending' || !refusal('home.move', known);
  if (mayMove || isOneHome(known, wanted)) return move(named, wanted);
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

const isOneHome = (one: HomePlace, other: HomePlace): boolean =>
  one.apartment === other.apartment && keyOf(one) === keyOf(other);
const keyOf = ({ entrance }: HomePlace): string => entranceKey(entrance ?? undefined);

export function isAt(home: HomePlace, { entrance, apartment }: HomePlace): boolean {
  return home.entrance === entrance && home.apartment === apartment;
}

export function membershipView(row: MembershipRow, building: BuildingRow): Membership {
  const { id, name, address } = building;
  return { ...sharedView(row), building: { id, name, address } };
}

/** @param state undefined for a member without a device */
export function memberView(
  row: MembershipRow,
  state: MemberDevicesView = { readiness: 'away', testedAt: null },
): Member {
  const { createdAt, remindedAt } = row;
  return {
    ...sharedView(row),
    joinedAt: createdAt.toISOString(),
    ...(remindedAt && { remindedAt: remindedAt.toISOString() }),
    ...state,
  };
}

function sharedView(row: MembershipRow): Omit<Membership, 'building'> {
  const { id, role, status, maySend, pauseReason, name } = row;
  const requested = requestedHome(row);
  return {
    ...{ id, role, status, maySend, name, ...homeView(row) },
    ...(requested && { requestedHome: homeView(requested) }),
    ...(pauseReason !== null && { pauseReason }),
  };
}

function homeView({ entrance, apartment }: HomePlace): Home {
  return { ...(entrance !== null && { entrance }), apartment };
}
