import type { PressRecord, SendState } from './press.js';

/** Sent to the person's other tabs by the tab that sends a press. Without `state`: it is closed. */
export interface PressMessage {
  record: PressRecord;
  state?: SendState;
}

// Either may be missing: then each tab sends by itself, and the server takes one id once.
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
  // Missing over plain HTTP, whatever the types say.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return begin();
  const hold = () =>
    new Promise<void>((release) => {
      if (signal.aborted) return release();
      signal.addEventListener('abort', () => release());
      begin();
    });
  locks.request(`resq-press-${alarmId}`, { signal }, hold).catch(() => undefined);
}
