import type { BrowserContextOptions, Page } from '@playwright/test';
import type { PushBody } from '@contract/push';
import type { PushService, TestSubscription } from '../../backend/test/support/push-service.js';
import { Neighbour } from './neighbour.js';
import { PushDelivery } from './service-worker.js';
import { expect, test as base, type Listener } from './story.js';

/**
 * A browser that receives the server's real pushes. Only the way between them is the tests' own: a
 * push service that the server sends to, and the DevTools protocol instead of its connection to the
 * browser, because a driven browser has neither.
 */
export class PushBrowser {
  private count = 0;

  constructor(
    readonly tab: Listener,
    readonly delivery: PushDelivery,
    private readonly service: PushService,
    private readonly subscription: TestSubscription,
  ) {}

  /** A script that gives another page the same subscription. */
  get script(): string {
    return `(${fakePushManager.toString()})(${JSON.stringify(this.subscription.request(''))})`;
  }

  /** Waits for the server's next push, and brings it to the service worker. */
  async receive(): Promise<PushBody> {
    this.count += 1;
    const { body } = await this.service.until(this.subscription, this.count);
    await this.delivery.deliver(body);
    return body;
  }

  /** Brings all pushes that the server has sent meanwhile to the service worker, in their order. */
  async receiveAll(): Promise<void> {
    while (this.count < this.subscription.received.length) await this.receive();
  }
}

interface Fixtures {
  pushService: PushService;
  /** Opens the alarm panel as a demo user, in a browser that is subscribed to pushes. */
  subscriber: (name: string, options?: BrowserContextOptions) => Promise<PushBrowser>;
}

export const test = base.extend<Fixtures>({
  pushService: async ({ server: { pushService } }, use) => {
    await use(pushService);
    expect(pushService.faults.splice(0)).toEqual([]);
  },

  subscriber: async ({ listener, request, pushService }, use) => {
    const opened: [name: string, tab: Listener][] = [];
    await use(async (name, options) => {
      const subscription = pushService.newSubscription();
      const saved: Promise<unknown>[] = [];
      const tab = await listener(name, options, async ({ page, context }) => {
        await context.addInitScript(fakePushManager, subscription.request(''));
        saved.push(page.waitForResponse('**/api/push/subscriptions'));
      });
      opened.push([name, tab]);
      await Promise.all(saved);
      const delivery = await PushDelivery.of(tab);
      return new PushBrowser(tab, delivery, pushService, subscription);
    });
    // In later tests these devices would count as reached, and as ready. An open tab subscribes again.
    for (const [, { context }] of opened) await context.close();
    for (const [name] of opened) await (await Neighbour.of(request, name)).forgetDevices();
  },
});

/** Runs in the page. The browser's own push manager would need its push service. */
function fakePushManager({ endpoint, keys }: { endpoint: string; keys: object }): void {
  let subscription: PushSubscription | null = null;
  const { prototype } = PushManager;
  prototype.getSubscription = () => Promise.resolve(subscription);
  prototype.subscribe = ({ applicationServerKey } = {}) => {
    // The page passes the key as text.
    const base64 = (applicationServerKey as string).replaceAll('-', '+').replaceAll('_', '/');
    const key = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
    const unsubscribe = () => {
      subscription = null;
      return Promise.resolve(true);
    };
    const options = { applicationServerKey: key.buffer };
    const toJSON = () => ({ endpoint, keys });
    subscription = { options, toJSON, unsubscribe } as unknown as PushSubscription;
    return Promise.resolve(subscription);
  };
}

/** Makes the page's browser one that has not been asked yet, and whose user refuses. */
export async function refuseNotifications(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let permission: NotificationPermission = 'default';
    // Without the permission, headless Chromium has decided before anybody was asked.
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = () => {
      (window as { asked?: boolean }).asked = true;
      permission = 'denied';
      return Promise.resolve(permission);
    };
  });
}
