import { answerOf, dropOldCaches } from './pages.js';
import { click, receive } from './push.js';
import { notifyTabs, worker } from './worker.js';

/** The service worker: shows alarms while no tab is open, and answers while there is no network. */

// The worker never serves a page or a script of an older build, so the next worker need not wait
// until the tabs of this build are closed.
worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (event) => {
  const answer = answerOf(event);
  if (answer) event.respondWith(answer);
});

worker.addEventListener('push', (event) => event.waitUntil(receive(event.data)));
worker.addEventListener('notificationclick', (event) =>
  event.waitUntil(click(event.notification, event.action)),
);
// A tab saves the new subscription: the worker has no session, and keeps no secret.
worker.addEventListener('pushsubscriptionchange', (event) =>
  (event as ExtendableEvent).waitUntil(notifyTabs({ type: 'push:changed' })),
);

async function activate(): Promise<void> {
  // The browser asks for a page while the worker starts, so that the worker delays no page.
  const { navigationPreload } = worker.registration as Partial<ServiceWorkerRegistration>;
  await navigationPreload?.enable();
  await dropOldCaches();
  await worker.clients.claim();
}
