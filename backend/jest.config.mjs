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
  testRegex: '[.-]spec\\.ts$',
  globalSetup: '<rootDir>/test/support/fast-services.mjs',
  globalTeardown: '<rootDir>/test/support/services-stop.mjs',
  setupFiles: ['reflect-metadata'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': ['$1.ts', '$1.js', '$1'],
    // For the browser's own feed, which the fault tests' clients run.
    '^@contract/(.*)$': '<rootDir>/src/contract/$1.ts',
  },
  transform: {
    '^.+\\.ts$': ['@swc/jest', typescript],
    '^.+\\.m?js$': ['@swc/jest', { ...typescript, ...javascript }],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${ESM_PACKAGES})/)`],
  // One core's worth would leave the other idle: most of a test's time is waiting.
  maxWorkers: 2,
  testTimeout: 40_000,
  // Node 20 now and then never gets through its own end (Environment::CleanupHandles asks the drained
  // loop for ever, with nothing of ours open): seen in a stack, after all results were written.
  forceExit: true,
};
