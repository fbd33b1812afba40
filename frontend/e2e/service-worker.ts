import { expect, type CDPSession, type Worker } from '@playwright/test';
import type { AlarmPush, PushBody, PushStep } from '@contract/push';
import type { Tab } from './visitor.js';

/** A notification as the browser shows it. */
export interface ShownNotice {
  title: string;
  body: string;
  tag: string;
  actions: string[];
  silent: boolean | null;
}

/** TypeScript's library for pages does not know the scope of a service worker. */
interface Scope {
  registration: ServiceWorkerRegistration;
  /** The number of notifications that the browser has shown since the test began. */
  shownCount: number;
  /** The number in the app's badge; no driver can see the badge itself. */
  badge: number;
  /** The addresses that a press has opened, or shown in their tab. */
  opened: string[];
  clients: { openWindow: (url: string) => Promise<void> };
  WindowClient: { prototype: { focus: () => Promise<void> } };
  navigator: Navigator;
}

/** Delivers real push events to a tab's service worker, and reads what it then shows. */
export class PushDelivery {
  private constructor(
    private readonly cdp: CDPSession,
    private readonly registrationId: string,
    private readonly worker: Worker,
    private readonly origin: string,
  ) {}

  static async of({ page, context }: Tab): Promise<PushDelivery> {
    const cdp = await context.newCDPSession(page);
    const registration = new Promise<string>((resolve) => {
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations.filter(({ isDeleted }) => !isDeleted);
        if (first) resolve(first.registrationId);
      });
    });
    await cdp.send('ServiceWorker.enable');
    await page.evaluate(() => navigator.serviceWorker.ready);
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    await worker.evaluate(() => {
      const scope = self as unknown as Scope;
      const show = scope.registration.showNotification.bind(scope.registration);
      scope.shownCount = 0;
      scope.badge = 0;
      const setAppBadge = (count = 0) => Promise.resolve(void (scope.badge = count));
      Object.assign(scope.navigator, { setAppBadge, clearAppBadge: () => setAppBadge(0) });
      // A browser allows both in a real press alone.
      scope.opened = [];
      const open = (url: string) => Promise.resolve(void scope.opened.push(url));
      scope.clients.openWindow = open;
      scope.WindowClient.prototype.focus = function (this: { url: string }) {
        return open(this.url);
      };
      scope.registration.showNotification = async (...notice) => {
        await show(...notice);
        scope.shownCount += 1;
      };
    });
    return new PushDelivery(cdp, await registration, worker, new URL(page.url()).origin);
  }

  /**
   * Returns once the browser shows the push. A look at the notifications at that very moment would make
   * Chromium forget the new one.
   */
  async deliver(push: unknown): Promise<void> {
    const { origin, registrationId } = this;
    const before = await this.shownCount();
    const data = typeof push === 'string' ? push : JSON.stringify(push);
    await this.cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
    await expect.poll(() => this.shownCount()).toBeGreaterThan(before);
  }

  private shownCount(): Promise<number> {
    return this.worker.evaluate(() => (self as unknown as Scope).shownCount);
  }

  badge(): Promise<number> {
    return this.worker.evaluate(() => (self as unknown as Scope).badge);
  }

  opened(): Promise<string[]> {
    return this.worker.evaluate(() => (self as unknown as Scope).opened);
  }

  shown(): Promise<ShownNotice[]> {
    return this.worker.evaluate(async () => {
      const { registration } = self as unknown as Scope;
      const notices = await registration.getNotifications();
      return notices.map((notice) => {
        const { title, body, tag, silent } = notice;
        const { actions } = notice as unknown as { actions: { title: string }[] };
        return { title, body, tag, silent, actions: actions.map((one) => one.title) };
      });
    });
  }

  /** Tells the worker that the browser has replaced or ended the subscription. */
  async changeSubscription(): Promise<void> {
    await this.worker.evaluate(() => {
      const event = new Event('pushsubscriptionchange');
      // The browser forbids a script's own event to wait.
      self.dispatchEvent(Object.assign(event, { waitUntil: () => undefined }));
    });
  }

  /** Presses a button of the notification: no driver can press the system's own. */
  async press(tag: string, action: string): Promise<void> {
    await this.worker.evaluate(
      async ([wanted, button]) => {
        const { registration } = self as unknown as Scope;
        const [notification] = await registration.getNotifications({ tag: wanted });
        const Click = (self as unknown as { NotificationEvent: new (...a: unknown[]) => Event })
          .NotificationEvent;
        const event = new Click('notificationclick', { notification, action: button });
        // The browser forbids a script's own event to wait.
        Object.defineProperty(event, 'waitUntil', { value: () => undefined });
        self.dispatchEvent(event);
      },
      [tag, action] as const,
    );
  }
}

type Given = Pick<AlarmPush, 'alarmId'> & Partial<AlarmPush>;

/** An alarm's push as the server sends it. */
export function alarmPush(given: Given, step: PushStep = 0): PushBody {
  const data: AlarmPush = {
    kind: 'alarm',
    buildingId: 'b',
    type: 'fire',
    exercise: false,
    step,
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    ticket: 'none',
    deviceId: 'none',
    actions: [
      { action: 'safe', title: 'Jag är i säkerhet' },
      { action: 'need_help', title: 'Jag behöver hjälp' },
    ],
    ...given,
  };
  return bodyOf('Brandlarm – Storgatan 12', `${data.alarmId}:${step}`, data);
}

export function closePush(alarmId: string): PushBody {
  return bodyOf('Brandlarmet är över', alarmId, { kind: 'close', alarmId, buildingId: 'b' });
}

export function bodyOf(
  title: string,
  tag: string,
  data: PushBody['notification']['data'],
): PushBody {
  return {
    web_push: 8030,
    notification: {
      title,
      body: 'Lägenhet 1203, Anna Berg. Ring 112 vid fara.',
      navigate: '/app',
      tag,
      lang: 'sv',
      silent: data.kind === 'close',
      requireInteraction: data.kind === 'alarm',
      data,
    },
  };
}
