import { holdTabLock } from '../../../lib/browser/tab-lock.js';
import type { PressRecord, SendState } from './press.js';

/** The message about a press to the person's other tabs. Without `state`, the press is closed. */
export interface PressMessage {
  record: PressRecord;
  state?: SendState;
}

// A browser may lack channels or locks. Then each tab sends, and the server saves one id once.
const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('resq-press');

export function postToTabs(message: PressMessage): void {
  channel?.postMessage(message);
}

export function onTabMessage(handler: (message: PressMessage) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<PressMessage>) => handler(data));
}

/**
 * Calls `begin` when no other tab of this browser sends this press, and keeps the others waiting
 * until `signal` aborts.
 */
export function takeTurn(alarmId: string, signal: AbortSignal, begin: () => void): void {
  holdTabLock(`resq-press-${alarmId}`, signal, begin);
}
