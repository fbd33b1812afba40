import { PAGES, plainPath } from '@contract/paths';
import { saveHomes } from '../../lib/browser/shared-with-worker.js';
import { registerServiceWorker } from '../../lib/browser/service-worker.js';
import { activeMemberships, type MeState, useMe } from '../../lib/session/me.js';
import { useSession } from '../../lib/session/session.js';

const RELOAD_AFTER_MS = 30_000;

/**
 * Starts what makes the page an app: the service worker, and its partner in signed-in tabs. A display in a
 * stairwell is started here too, so that its chunk is named in no page's first script.
 */
export function afterLoad(): void {
  const root = document.getElementById('root');
  if (root && plainPath(window.location.pathname) === PAGES.kiosk) {
    void import('../../features/kiosk/kiosk-page.js').then(({ show }) => show(root), reloadLater);
    return;
  }
  void registerServiceWorker();
  followHomes();
  const follow = () => {
    // A visitor without a session does not load the alarm's code, which this chunk imports.
    if (useSession.getState().status === 'signed_in') {
      void import('./push-partner.js').then(
        ({ answerWorker }) => answerWorker(),
        () => undefined,
      );
    }
  };
  useSession.subscribe(follow);
  follow();
}

/** Nobody stands at a display to reload it. */
function reloadLater(): void {
  setTimeout(() => window.location.reload(), RELOAD_AFTER_MS);
}

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
  // A manager who lives elsewhere is not where the building is.
  const own = activeMemberships(me).filter(({ apartment }) => apartment);
  const homes = own.map(({ building, entrance, apartment }) => ({
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
