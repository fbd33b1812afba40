import { saveHomes } from '../../lib/browser/installed/offline-homes.js';
import { activeMemberships, type MeState, useMe } from '../../lib/session/me.js';
import { useSession } from '../../lib/session/session.js';

/** The last write: a sign-out must not be overtaken by a write that began before it. */
let writing = Promise.resolve();

/** Keeps the user's homes for the offline page, until the user signs out. */
export function followHomes(): void {
  useMe.subscribe(save);
  useSession.subscribe(forgetWhenOut);
  save(useMe.getState());
  forgetWhenOut();
}

function save({ me }: MeState): void {
  if (!me || useSession.getState().status !== 'signed_in') return;
  const homes = activeMemberships(me).map(({ building, entrance, apartment }) => ({
    building: building.name,
    address: building.address,
    apartment,
    ...(entrance !== undefined && { entrance }),
  }));
  writing = writing.then(() => saveHomes(homes));
}

function forgetWhenOut(): void {
  if (useSession.getState().status === 'signed_out') writing = writing.then(() => saveHomes([]));
}
