import { isManager, type Membership } from '../membership.entity.js';

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
export function changeOwn(known: Membership, change: OwnChange): Membership {
  const base = requestedHome(known) ?? known;
  const wanted: HomePlace = {
    entrance: change.entrance === undefined ? base.entrance : change.entrance || null,
    apartment: change.apartment ?? base.apartment,
  };
  const named = { ...known, name: change.name ?? known.name };
  if (isAt(known, wanted)) return { ...named, ...NO_REQUEST };
  if (known.status === 'pending' || isManager(known)) return move(named, wanted);
  const { entrance: requestedEntrance, apartment: requestedApartment } = wanted;
  return { ...named, requestedEntrance, requestedApartment };
}

/** @returns the membership in its new home */
export function move(membership: Membership, { entrance, apartment }: HomePlace): Membership {
  return { ...membership, entrance, apartment, ...NO_REQUEST };
}

export const withoutRequest = (membership: Membership): Membership => ({
  ...membership,
  ...NO_REQUEST,
});

/** @returns the home that waits for a manager's confirmation */
export function requestedHome(membership: Membership): HomePlace | undefined {
  const { requestedEntrance: entrance, requestedApartment: apartment } = membership;
  return apartment === null ? undefined : { entrance, apartment };
}

export function isAt(home: HomePlace, { entrance, apartment }: HomePlace): boolean {
  return home.entrance === entrance && home.apartment === apartment;
}
