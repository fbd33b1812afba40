// @ts-check
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @typedef {{ status: string, fullName: string }} TestResult */

/**
 * @typedef {object} JestResults Jest's format, which vitest writes as well
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ name: string, status: string, assertionResults: TestResult[] }[]} testResults
 */

/** @typedef {{ title: string, ok: boolean }} Spec */

/** @typedef {{ title: string, file: string, specs?: Spec[], suites?: Suite[] }} Suite */

/**
 * @typedef {object} PlaywrightResults
 * @property {{ expected: number, flaky: number, unexpected: number, skipped: number }} stats
 * @property {{ message?: string }[]} errors
 * @property {Suite[]} suites
 */

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
 * A file that could not be loaded lists no tests, so it counts as one failure.
 * @param {JestResults} result
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

/** @param {PlaywrightResults} result */
function ofPlaywright({ stats, errors }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  };
}

/**
 * Lists the failed tests of one suite, for the end of a long output.
 * @param {string} file the runner's JSON
 * @returns {string[]} a line for each: the file and the test's full name
 */
export function failuresOf(file) {
  try {
    const result = JSON.parse(readFileSync(file, 'utf8'));
    return result.stats ? failuresOfPlaywright(result) : failuresOfJest(result);
  } catch {
    return [];
  }
}

/** @param {JestResults} result */
function failuresOfJest({ testResults }) {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const path = relative(process.cwd(), name);
    if (assertionResults.length === 0) return status === 'failed' ? [`${path}: not loaded`] : [];
    const failed = assertionResults.filter((test) => test.status === 'failed');
    return failed.map(({ fullName }) => `${path}: ${fullName}`);
  });
}

/** @param {PlaywrightResults} result */
function failuresOfPlaywright({ errors, suites }) {
  return [...errors.map(({ message = '' }) => message), ...suites.flatMap(failuresOfSuite)];
}

/**
 * @param {Suite} suite
 * @returns {string[]}
 */
function failuresOfSuite({ file, specs = [], suites = [] }) {
  const failed = specs.filter(({ ok }) => !ok).map(({ title }) => `${file}: ${title}`);
  return [...failed, ...suites.flatMap(failuresOfSuite)];
}

/** @param {Counts} counts */
export function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
