import { useSyncExternalStore } from 'react';

/**
 * The server's time when `performance.now()` was 0. `Date.now()` may be wrong, and may jump when
 * the browser's clock is corrected during an alarm.
 */
let zeroMs = NaN;

export const isServerTimeKnown = () => !Number.isNaN(zeroMs);

/** Returns the server's time in ms, or the browser's time until the server has sent its own. */
export const serverNow = () => (isServerTimeKnown() ? zeroMs + performance.now() : Date.now());

/**
 * Returns a function that returns the ms since then. The longer time counts: `performance.now()` may
 * stop while the machine sleeps, and `Date.now()` follows a clock that can be set back.
 * @param sinceMs by this browser's clock
 */
export function elapsedSince(sinceMs = Date.now()): () => number {
  const headStartMs = Date.now() - sinceMs - performance.now();
  return () => Math.max(Date.now() - sinceMs, headStartMs + performance.now());
}

let latest = () => Date.now();

/**
 * Returns the server's time like `serverNow`, and counts the time that the machine has slept too. It
 * may be ahead after a correction of the browser's clock.
 */
export const latestServerNow = () => latest();

/** @param isLate true for a time that may have been delayed on its way: it does not set the clock back */
export function recordServerTime(time: string, isLate = false): void {
  const receivedMs = Date.parse(time);
  const received = receivedMs - performance.now();
  if (isLate && received < zeroMs) return;
  zeroMs = received;
  if (isLate && receivedMs < latest()) return;
  const elapsedMs = elapsedSince();
  latest = () => receivedMs + elapsedMs();
}

export function forgetServerTime(): void {
  zeroMs = NaN;
  latest = () => Date.now();
}

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
