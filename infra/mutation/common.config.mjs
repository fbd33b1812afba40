/** The settings of both halves. docs/mutation.md names the mutants that may survive. */
export default {
  coverageAnalysis: 'perTest',
  // A constant is set once, when its module is loaded; each such mutation would run all tests.
  ignoreStatic: true,
  concurrency: 2,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
  tempDirName: '.stryker-tmp',
  cleanTempDir: 'always',
  allowEmpty: false,
  thresholds: { high: 95, low: 90, break: 90 },
  disableTypeChecks: false,
};
