import { fileURLToPath } from 'node:url';

/** Mutates the server's rules, which pure tests cover. */
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
  thresholds: { high: 90, low: 80, break: 80 },
  disableTypeChecks: false,
  testRunner: 'jest',
  plugins: [import.meta.resolve('@stryker-mutator/jest-runner')],
  jest: { configFile: fileURLToPath(new URL('jest.config.mjs', import.meta.url)) },
  // The files whose score is known; other files are given with `--mutate`.
  mutate: [
    'src/modules/alarms/model/{policy,press}.ts',
    'src/modules/alarms/stream/stream-sync.ts',
  ],
};
