/** The length of the siren's cycle: the device vibrates and pauses together with the siren. */
const CYCLE_MS = 22_000;
const PATTERN_MS = Array.from({ length: 8 }, () => [1_000, 500]).flat();
/** Like the siren, it slows down after this time. */
const FULL_PACE_MS = 5 * 60_000;
const SLOW_CYCLES = 3;

/**
 * Vibrates in cycles if the device can, and once the page was touched: before that, browsers log an
 * error.
 * @param cycles the number of cycles; one for an exercise
 * @returns a function that stops the vibration at once
 */
export function vibrate(cycles = Infinity): () => void {
  if (!('vibrate' in navigator)) return () => undefined;
  const since = performance.now();
  let cycle = 0;
  const once = () => {
    if (cycle >= cycles) return;
    const isDue = performance.now() - since < FULL_PACE_MS || cycle % SLOW_CYCLES === 0;
    cycle += 1;
    if (isDue && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate(PATTERN_MS);
  };
  once();
  const timer = setInterval(once, CYCLE_MS);
  return () => {
    clearInterval(timer);
    if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate(0);
  };
}
