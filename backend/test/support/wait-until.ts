import { setTimeout as pause } from 'node:timers/promises';

/** Longer than anything takes on a busy machine, and shorter than a test's own limit. */
export const ARRIVES_MS = 20_000;

const POLL_MS = 10;

/**
 * Waits for what other processes do, where a test has no clock to step.
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
    await pause(POLL_MS);
  }
}

/** @returns how long it took, in milliseconds */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
