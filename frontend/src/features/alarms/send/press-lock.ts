import { holdTabLock } from '../../../lib/browser/tab-lock.js';
import type { SendState } from './send-loop.js';
import type { PressRecord } from './press-record.js';

/** What the tab that sends a press tells the person's other tabs. Without `state`: it is done with. */
export interface PressNews {
  record: PressRecord;
  state?: SendState;
}

// Either may be missing: then each tab sends by itself, and the server takes one id once.
const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('resq-press');

export function tellTabs(news: PressNews): void {
  channel?.postMessage(news);
}

export function hearTabs(handler: (news: PressNews) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<PressNews>) => handler(data));
}

/**
 * Calls `begin` when no other tab of this browser sends this press. The other tabs wait until
 * `signal` aborts.
 */
export function takeTurn(alarmId: string, signal: AbortSignal, begin: () => void): void {
  holdTabLock(`resq-press-${alarmId}`, signal, begin);
}
