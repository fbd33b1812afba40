import { useSyncExternalStore } from 'react';

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
 * A clock by the second. One timer serves the whole page, and none runs while nothing needs it.
 * @param ticking whether to render again with every second
 * @param clock in milliseconds; this browser's when left out
 */
export function useNow(ticking: boolean, clock: () => number = Date.now): number {
  return useSyncExternalStore(ticking ? tick : never, () => Math.floor(clock() / 1_000) * 1_000);
}
