import { receive } from './push.js';
import { click } from './respond.js';
import { notifyTabs } from './tabs.js';
import { worker } from './worker.js';

/** The service worker: shows alarms while no tab is open, and answers pages while there is no network. */

// The worker answers no page and no script from an older build, so nothing has to wait for the tabs
// of the last release to close.
worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('push', (event) => event.waitUntil(receive(event.data)));
worker.addEventListener('notificationclick', (event) =>
  event.waitUntil(click(event.notification, event.action)),
);
// A tab saves the new subscription: the worker has no session, and keeps no secret.
worker.addEventListener('pushsubscriptionchange', (event) =>
  (event as ExtendableEvent).waitUntil(notifyTabs({ type: 'push:changed' })),
);
