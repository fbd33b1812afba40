// @ts-check
import { inRepository, send, sendFailure } from './events.mjs';

/** @typedef {import('@playwright/test/reporter').TestCase} TestCase */
/** @typedef {import('@playwright/test/reporter').TestResult} TestResult */
/** @typedef {import('@playwright/test/reporter').TestError} TestError */
/** @typedef {import('@playwright/test/reporter').Suite} Suite */

/** Sends the results of Playwright to `npm test`. */
export default class PlaywrightReporter {
  /** @type {TestCase[]} */
  tests = [];

  /** The terminal belongs to the other reporter. */
  printsToStdio() {
    return false;
  }

  /**
   * @param {unknown} _config
   * @param {Suite} suite
   */
  onBegin(_config, suite) {
    this.tests = suite.allTests();
    send({ files: new Set(this.tests.map(({ location }) => location.file)).size });
  }

  /**
   * @param {TestCase} test
   * @param {TestResult} result
   */
  onTestEnd(test, { retry }) {
    if (test.outcome() === 'unexpected' && retry < test.retries) return;
    sendResult(test);
  }

  /** @param {TestError} error */
  onError(error) {
    sendFailure(error.location?.file ?? process.cwd(), error);
  }

  /** Sends the tests that did not run, because an earlier one or a whole project failed. */
  onEnd() {
    this.tests.filter(({ results }) => results.length === 0).forEach(sendResult);
  }
}

/** @param {TestCase} test */
function sendResult(test) {
  const outcome = test.outcome();
  const [, , , ...titles] = test.titlePath();
  send({
    file: inRepository(test.location.file),
    test: titles.join(' '),
    result: outcome === 'skipped' ? 'skipped' : outcome === 'unexpected' ? 'failed' : 'passed',
  });
}
