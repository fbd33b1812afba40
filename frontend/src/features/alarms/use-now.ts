import { useSyncExternalStore } from 'react';
import { serverNow } from './feed-store.js';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((tell) => tell()), 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const never = () => () => undefined;
const bySecond = (ms: number) => Math.floor(ms / 1_000) * 1_000;
const browserSecond = () => bySecond(Date.now());
const serverSecond = () => bySecond(serverNow());

/**
 * This browser's clock by the second. One timer serves the whole page, and none runs while nothing
 * needs it.
 * @param ticking whether to render again with every second
 */
export function useNow(ticking: boolean): number {
  return useSyncExternalStore(ticking ? tick : never, browserSecond);
}

/** The same by the server's clock, which alone knows how old an alarm is. */
export function useServerNow(ticking: boolean): number {
  return useSyncExternalStore(ticking ? tick : never, serverSecond);
}
