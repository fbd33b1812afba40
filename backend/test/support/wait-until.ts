import { setTimeout as pause } from 'node:timers/promises';

const LOOK_MS = 10;

/**
 * Waits for what other processes do; a test of real faults has no clock to step.
 * @throws naming what did not happen in time
 */
export async function until(
  what: string,
  limitMs: number,
  met: () => boolean | Promise<boolean>,
): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await met())) {
    if (performance.now() > end) throw new Error(`not within ${limitMs} ms: ${what}`);
    await pause(LOOK_MS);
  }
}

/** @returns how long it took, in milliseconds */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
