import { alarmCount, type Notice, ofAlarm } from './notices.js';
import { worker } from './worker.js';

type Badge = Partial<Pick<WorkerNavigator, 'setAppBadge' | 'clearAppBadge'>>;

/** The notifications that are shown now. */
export const shownNow = (): Promise<Notification[]> => worker.registration.getNotifications();

/** A browser that refuses an option shows the notification without all that are not needed. */
export async function show({ title, options }: Notice): Promise<void> {
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
