const FIRST_MS = 1_000;
const LONGEST_MS = 10_000;

/**
 * How long to wait before the next try, spread so that a house that lost one node does not come
 * back in step.
 * @param failures so far, from 1
 */
export function backoffMs(failures: number): number {
  const longest = Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
  return longest * (0.5 + Math.random() / 2);
}
