import type { TabMessage } from '../lib/browser/installed/tab-messages.js';
import { worker } from './worker.js';

/** A tab whose siren is about to start answers within this time. */
const ANSWER_MS = 1_000;

const windows = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

export async function notifyTabs(message: TabMessage): Promise<void> {
  for (const tab of await windows()) tab.postMessage(message);
}

/** @returns true when a visible tab of this browser sounds the alarm, or does so within a second */
export async function isSoundingInTab(alarmId: string): Promise<boolean> {
  const visible = (await windows()).filter((tab) => tab.visibilityState === 'visible');
  if (visible.length === 0) return false;
  return (await firstAnswer(visible, { type: 'push:alarm', alarmId })) !== undefined;
}

/** Shows a tab that receives alarms, or opens one. A tab that is signed out does not answer. */
export async function openAlarm(address: string): Promise<void> {
  const tabs = await windows();
  const tab = tabs.length > 0 ? await firstAnswer(tabs, { type: 'push:open' }) : undefined;
  if (tab) await tab.focus();
  else await worker.clients.openWindow(address);
}

/** @returns the first tab that answers */
async function firstAnswer(
  tabs: readonly WindowClient[],
  message: TabMessage,
): Promise<WindowClient | undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ANSWER_MS);
    for (const tab of tabs) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(tab);
      tab.postMessage(message, [port2]);
    }
  });
}
