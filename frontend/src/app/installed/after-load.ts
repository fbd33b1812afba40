import { registerServiceWorker } from '../../lib/browser/service-worker.js';
import { useSession } from '../../lib/session/session.js';
import { followHomes } from './follow-homes.js';

/** Starts what makes the page an app: the service worker, and its partner in signed-in tabs. */
export function afterLoad(): void {
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
