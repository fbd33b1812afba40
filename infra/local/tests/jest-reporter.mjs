// @ts-check
import { join } from 'node:path';
import { chosenSpecs } from '../../../backend/test/entries/spec-files.mjs';
import { inRepository, send, sendFailure } from './events.mjs';

/** @typedef {{ ancestorTitles: string[], title: string, status: string }} TestCase */
/** @typedef {{ path: string }} TestFile */
/** @typedef {{ testExecError?: unknown, testResults: TestCase[] }} FileResult */

const RESULTS = /** @type {const} */ ({ passed: 'passed', failed: 'failed' });

/** Sends the results of Jest to `npm test`. */
export default class JestReporter {
  onRunStart() {
    send({ files: Object.values(chosenSpecs()).flat().length });
  }

  /**
   * @param {TestFile} file
   * @param {TestCase} testCase
   */
  onTestCaseResult(file, testCase) {
    if (testCase.status in RESULTS) sendResult(file, testCase);
  }

  /**
   * Sends what Jest reports with the whole file only: skipped tests, and failures outside of tests.
   * @param {TestFile} file
   * @param {FileResult} result
   */
  onTestResult(file, { testExecError, testResults }) {
    testResults
      .filter(({ status }) => !(status in RESULTS))
      .forEach((testCase) => sendResult(file, testCase));
    if (testExecError) sendFailure(file.path, testExecError);
  }
}

/**
 * An entry loads many spec files, and then the first title of a test is the path of its spec file.
 * @param {TestFile} file
 * @param {TestCase} testCase
 */
function sendResult({ path }, { ancestorTitles, title, status }) {
  const [first = '', ...rest] = ancestorTitles;
  const isSpec = /[.-]spec\.ts$/.test(first);
  send({
    file: isSpec ? join('backend', first) : inRepository(path),
    test: [...(isSpec ? rest : ancestorTitles), title].join(' '),
    result: RESULTS[/** @type {keyof typeof RESULTS} */ (status)] ?? 'skipped',
  });
}
