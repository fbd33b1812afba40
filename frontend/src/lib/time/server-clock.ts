/**
 * The server's time when `performance.now()` was 0. `Date.now()` may be wrong, and may jump when
 * the browser's clock is corrected during an alarm.
 */
let zeroMs = NaN;

export const isServerTimeKnown = () => !Number.isNaN(zeroMs);

/** Returns the server's time in ms, or the browser's time until the server has sent its own. */
export const serverNow = () => (isServerTimeKnown() ? zeroMs + performance.now() : Date.now());

/** @param isLate true for a time that may have been delayed on its way: it does not set the clock back */
export function recordServerTime(time: string, isLate = false): void {
  const received = Date.parse(time) - performance.now();
  if (!(isLate && received < zeroMs)) zeroMs = received;
}

export function forgetServerTime(): void {
  zeroMs = NaN;
}
