// @ts-check
import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Counts the results of one suite. A suite that crashed or ran nothing counts as one failure.
 * @param {string} file the runner's JSON
 * @param {boolean} ok true if the runner's exit code was 0
 * @returns {Counts}
 */
export function countsOf(file, ok) {
  const counts = read(file);
  const nothingRan = counts.passed + counts.failed === 0;
  return (nothingRan || !ok) && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/**
 * @param {string} file
 * @returns {Counts}
 */
function read(file) {
  try {
    const result = JSON.parse(readFileSync(file, 'utf8'));
    return result.stats ? ofPlaywright(result) : ofJest(result);
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}

/**
 * Reads Jest's format, which vitest writes as well. A file that could not be loaded lists no tests,
 * so it counts as one failure.
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: { status: string, assertionResults: unknown[] }[] }} result
 */
function ofJest(result) {
  const unloaded = result.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + unloaded.length,
    skipped: result.numPendingTests + result.numTodoTests,
  };
}

/** @param {{ stats: { expected: number, flaky: number, unexpected: number, skipped: number }, errors: unknown[] }} result */
function ofPlaywright({ stats, errors }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  };
}

/** @param {Counts} counts */
export function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
