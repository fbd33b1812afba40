// @ts-check
import { inRepository, send, sendFailure } from './events.mjs';

/** @typedef {{ moduleId: string, errors(): unknown[] }} Module */
/** @typedef {{ module: Module, errors(): unknown[] }} Describe */
/** @typedef {{ module: Module, fullName: string, result(): { state: string } }} TestCase */

/** Sends the results of vitest to `npm test`. */
export default class VitestReporter {
  /** @param {unknown[]} files */
  onTestRunStart(files) {
    send({ files: files.length });
  }

  /** @param {TestCase} testCase */
  onTestCaseResult(testCase) {
    const { state } = testCase.result();
    const result = state === 'passed' || state === 'failed' ? state : 'skipped';
    const file = inRepository(testCase.module.moduleId);
    send({ file, test: testCase.fullName, result });
  }

  /** @param {Describe} suite */
  onTestSuiteResult(suite) {
    suite.errors().forEach((error) => sendFailure(suite.module.moduleId, error));
  }

  /** @param {Module} module */
  onTestModuleEnd(module) {
    module.errors().forEach((error) => sendFailure(module.moduleId, error));
  }

  /**
   * @param {Module[]} _modules
   * @param {unknown[]} errors
   */
  onTestRunEnd(_modules, errors) {
    errors.forEach((error) => sendFailure(process.cwd(), error));
  }
}
