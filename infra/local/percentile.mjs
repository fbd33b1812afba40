// @ts-check
/**
 * Uses the nearest rank, so the result is always one of the values.
 * @param {number[]} values in any order
 * @param {number} share 0.99 for the 99th percentile
 * @returns {number} the smallest value that this share of them does not exceed; NaN without values
 */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}
