const FIRST_MS = 1_000;
const LONGEST_MS = 10_000;

/**
 * Returns the delay before the next attempt. It grows with each failure, and it is spread so that the
 * tabs of a building that lost one node do not come back all at once.
 * @param failures so far, from 1
 * @param longestMs the delay stops growing here. Default 10,000
 */
export function backoffMs(failures: number, longestMs = LONGEST_MS): number {
  const longest = Math.min(FIRST_MS * 2 ** (failures - 1), longestMs);
  return longest * (0.5 + Math.random() / 2);
}
