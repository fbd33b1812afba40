import type { TabMessage } from '../lib/browser/shared-with-worker.js';
import { alarmCount, type PushNotice, ofAlarm } from './notices.js';

/** The scope of the service worker, which TypeScript's library types as that of any worker. */
export const worker = self as unknown as ServiceWorkerGlobalScope;

type Badge = Partial<Pick<WorkerNavigator, 'setAppBadge' | 'clearAppBadge'>>;

/** The notifications that are shown now. */
export const shownNow = (): Promise<Notification[]> => worker.registration.getNotifications();

/** A browser that refuses an option shows the notification without all that are not needed. */
export async function showNotice({ title, options }: PushNotice): Promise<void> {
  try {
    await worker.registration.showNotification(title, options);
  } catch {
    const { body, tag } = options;
    const data: unknown = options.data;
    await worker.registration.showNotification(title, { body, tag, data });
  }
}

/** Closes the notifications of an alarm, but for the one with the tag `except`. */
export async function closeNotices(alarmId: string, except?: string): Promise<void> {
  for (const notice of ofAlarm(await shownNow(), alarmId)) {
    if (notice.tag !== except) notice.close();
  }
}

/** Sets the installed app's badge while no tab does. Some browsers have none, and some refuse it. */
export async function showBadge(): Promise<void> {
  const count = alarmCount(await shownNow());
  const navigator: Badge = worker.navigator;
  const setting = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  await setting?.catch(() => undefined);
}

/** A tab whose siren is about to start answers within this time. */
const SOUND_MS = 1_000;
/** Firefox opens a window only within a second of the press. */
const OPEN_MS = 300;

const windows = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

export async function notifyTabs(message: TabMessage): Promise<void> {
  for (const tab of await windows()) tab.postMessage(message);
}

/** @returns true when a visible tab of this browser sounds the alarm, or does so within a second */
export async function isSoundingInTab(alarmId: string): Promise<boolean> {
  const visible = (await windows()).filter((tab) => tab.visibilityState === 'visible');
  if (visible.length === 0) return false;
  return (await firstAnswer(visible, { type: 'push:alarm', alarmId }, SOUND_MS)) !== undefined;
}

/**
 * Shows a tab that receives alarms, or opens one. A tab that is signed out does not answer.
 * @returns the tab that was open
 */
export async function openTab(address: string): Promise<WindowClient | undefined> {
  const tabs = await windows();
  const tab = tabs.length > 0 ? await firstAnswer(tabs, { type: 'push:open' }, OPEN_MS) : undefined;
  if (tab) await tab.focus();
  else await worker.clients.openWindow(address);
  return tab;
}

/** @returns the first tab that answers within `withinMs` */
async function firstAnswer(
  tabs: readonly WindowClient[],
  message: TabMessage,
  withinMs: number,
): Promise<WindowClient | undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), withinMs);
    for (const tab of tabs) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(tab);
      tab.postMessage(message, [port2]);
    }
  });
}
