import { useSyncExternalStore } from 'react';
import { serverNow } from '../time/server-clock.js';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((notify) => notify()), 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const never = () => () => undefined;

/**
 * Returns the time in milliseconds, rounded down to a second. One timer serves the whole page, and
 * only while a component needs it.
 * @param ticking true to render again every second
 * @param clock returns milliseconds; this browser's clock when left out
 */
export function useNow(ticking: boolean, clock: () => number = Date.now): number {
  return useSyncExternalStore(ticking ? tick : never, () => Math.floor(clock() / 1_000) * 1_000);
}

/**
 * Returns the server's time in ms. By the browser's clock, the age of an alarm could be wrong.
 * @param ticking whether to render again every second
 */
export const useServerNow = (ticking: boolean): number => useNow(ticking, serverNow);
