import type { Page } from '@playwright/test';

export interface FakePush {
  /** The service worker reports that it has shown the test push. */
  arrive: () => Promise<void>;
}

const TEST_ID = '5d1f3c1e-3f2b-4c7e-9a55-2f6f9f1a0c11';

/**
 * Replaces the browser's push service, which tests cannot reach, with its service worker, and the
 * server's part in it. The browser's permission is real; a question is answered with a refusal.
 */
export async function fakePush(page: Page): Promise<FakePush> {
  let hasArrived = false;
  await page.addInitScript(fakeBrowser);
  await page.route('**/api/push/key', (route) => route.fulfill({ json: { key: 'BHNlcnZlcg' } }));
  await page.route('**/api/push/subscriptions', (route) =>
    route.fulfill({ status: 201, json: { id: TEST_ID } }),
  );
  await page.route('**/api/push/test', (route) =>
    route.fulfill({ json: { testId: TEST_ID, sent: 1 } }),
  );
  await page.route('**/api/devices', async (route) => {
    const answer = (await (await route.fetch()).json()) as { items: object[] };
    const pushTestedAt = hasArrived ? new Date().toISOString() : null;
    const state = { pushSubscription: 'live', pushTestedAt, readyByPush: hasArrived };
    await route.fulfill({
      json: { ...answer, items: answer.items.map((one) => ({ ...one, ...state })) },
    });
  });
  return {
    arrive: async () => {
      hasArrived = true;
      await page.evaluate((testId) => {
        const data = { type: 'push:test', testId };
        navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }));
      }, TEST_ID);
    },
  };
}

/** Runs in the page. */
function fakeBrowser(): void {
  let subscription: object | null = null;
  const unsubscribe = () => {
    subscription = null;
    return Promise.resolve(true);
  };
  const toJSON = () => ({
    endpoint: 'https://fcm.googleapis.com/fcm/send/1',
    keys: { p256dh: 'p', auth: 'a' },
  });
  const pushManager = {
    getSubscription: () => Promise.resolve(subscription),
    subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
      const key = Uint8Array.from(atob(applicationServerKey), (one) => one.charCodeAt(0));
      subscription = { options: { applicationServerKey: key.buffer }, toJSON, unsubscribe };
      return Promise.resolve(subscription);
    },
  };
  const registration = { pushManager };
  const { prototype } = ServiceWorkerContainer;
  Object.defineProperty(prototype, 'ready', { get: () => Promise.resolve(registration) });
  prototype.getRegistration = () =>
    Promise.resolve(registration as unknown as ServiceWorkerRegistration);
  const permission = Object.getOwnPropertyDescriptor(Notification, 'permission');
  Notification.requestPermission = () => {
    (window as { asked?: boolean }).asked = true;
    if (permission?.get?.call(Notification) !== 'granted') {
      Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
    }
    return Promise.resolve(Notification.permission);
  };
  // Without the permission, headless Chromium has decided before anybody was asked.
  if (permission?.get?.call(Notification) !== 'granted') {
    Object.defineProperty(Notification, 'permission', {
      configurable: true,
      get: () => 'default',
    });
  }
}
