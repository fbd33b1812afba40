import { chosenSpecs } from './test/entries/spec-files.mjs';

/** Nest 12 is published as ES modules only, and Jest on Node 20 cannot load those by itself. */
const typescript = {
  jsc: {
    target: 'es2022',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
  module: { type: 'commonjs' },
};
const javascript = { jsc: { target: 'es2022', parser: { syntax: 'ecmascript' } } };
const ESM_PACKAGES =
  '@nestjs|file-type|strtok3|token-types|uint8array-extras|@tokenizer|@borewit|es-toolkit';

export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  // An entry loads the spec files of its folders, so that the application is loaded once for them all.
  testRegex: `/(${Object.keys(chosenSpecs()).join('|')})\\.entry\\.ts$`,
  testSequencer: '<rootDir>/test/entries/longest-first.mjs',
  globalSetup: '<rootDir>/test/support/fast-services.mjs',
  globalTeardown: '<rootDir>/test/support/services-stop.mjs',
  setupFiles: ['reflect-metadata'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': ['$1.ts', '$1.js', '$1'],
    // The clients of the fault tests run the browser's own feed, which imports by this alias.
    '^@contract/(.*)$': '<rootDir>/src/contract/$1.ts',
  },
  transform: {
    '^.+\\.ts$': ['@swc/jest', typescript],
    '^.+\\.m?js$': ['@swc/jest', { ...typescript, ...javascript }],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${ESM_PACKAGES})/)`],
  // On two cores Jest starts one worker by default, but tests wait for databases and networks: 368 s
  // with two workers, 273 s with three, which leave no core idle.
  maxWorkers: 3,
  // Ends a test that makes no progress. It is no measure of speed: a busy machine takes its time.
  testTimeout: 300_000,
};
