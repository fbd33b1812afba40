import { setTimeout as pause } from 'node:timers/promises';

/** Longer than anything takes on a busy machine, and shorter than a test's own limit. */
export const ARRIVES_MS = 60_000;

/**
 * Bounds of seconds are promises, which only `npm run test:faults` checks, on a quiet machine.
 * @returns the bound there, and ARRIVES_MS in a run that may share its machine with other work
 */
export function promised(boundMs: number): number {
  return process.env['TEST_WITHOUT_BOUNDS'] ? ARRIVES_MS : boundMs;
}

const POLL_MS = 10;

/**
 * Polls a condition that depends on other processes, where a test has no clock to step.
 * @throws an error that names the condition when it is not met in time
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

/** @returns the duration of the work in milliseconds */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
