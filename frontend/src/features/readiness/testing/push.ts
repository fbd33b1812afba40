import { vi } from 'vitest';

/** A browser with Web Push, whose push service, prompt and service worker are fakes. */
export interface FakePush {
  subscription: PushSubscription | null;
  /** The answer to the browser's own question. */
  answer: NotificationPermission;
  requestPermission: ReturnType<typeof vi.fn>;
  subscribe: ReturnType<typeof vi.fn>;
  /** Posts a message from the service worker. */
  post: (data: unknown) => void;
  /** The user changes the permission in the browser's own settings. */
  permit: (permission: NotificationPermission) => void;
}

export const KEY = 'BHNlcnZlcg';

export function fakePush(permission: NotificationPermission): FakePush {
  const workers = new EventTarget();
  const status = new EventTarget();
  const browser: FakePush = {
    subscription: null,
    answer: 'granted',
    requestPermission: vi.fn(() => {
      notification.permission = browser.answer;
      return Promise.resolve(browser.answer);
    }),
    subscribe: vi.fn(({ applicationServerKey }: { applicationServerKey: string }) => {
      browser.subscription = subscriptionOf(applicationServerKey, browser);
      return Promise.resolve(browser.subscription);
    }),
    post: (data) => workers.dispatchEvent(new MessageEvent('message', { data })),
    permit: (now) => {
      notification.permission = now;
      status.dispatchEvent(new Event('change'));
    },
  };
  const notification = { permission, requestPermission: browser.requestPermission };
  const pushManager = {
    getSubscription: () => Promise.resolve(browser.subscription),
    subscribe: browser.subscribe,
  };
  const registration = { pushManager };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('PushManager', class {});
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: Object.assign(workers, {
      ready: Promise.resolve(registration),
      getRegistration: () => Promise.resolve(registration),
      startMessages: () => undefined,
    }),
  });
  Object.defineProperty(navigator, 'permissions', {
    configurable: true,
    value: { query: () => Promise.resolve(status) },
  });
  return browser;
}

export function removeFakePush(): void {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(navigator, 'permissions');
}

/** @param key base64url */
function subscriptionOf(key: string, browser: FakePush): PushSubscription {
  const bytes = Uint8Array.from(atob(key.replaceAll('-', '+')), (one) => one.charCodeAt(0));
  return {
    endpoint: 'https://push.example/1',
    options: { applicationServerKey: bytes.buffer, userVisibleOnly: true },
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: () => {
      browser.subscription = null;
      return Promise.resolve(true);
    },
  } as unknown as PushSubscription;
}
