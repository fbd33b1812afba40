const FIRST_MS = 1_000;
const LONGEST_MS = 10_000;

/**
 * Returns the delay before the next try, spread so that the tabs of a building that lost one node do
 * not come back all at once.
 * @param failures so far, from 1
 */
export function backoffMs(failures: number): number {
  const longest = Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
  return longest * (0.5 + Math.random() / 2);
}
