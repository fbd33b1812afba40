import { fileURLToPath } from 'node:url';
import standard from '../../backend/jest.config.mjs';

/** Configures the pure tests of the server, which need neither PostgreSQL nor Redis. */
export default {
  ...standard,
  globalSetup: undefined,
  globalTeardown: undefined,
  rootDir: process.cwd(),
  roots: ['<rootDir>/src'],
  // The entries of `npm test` load an application; Stryker runs the spec files themselves.
  testRegex: String.raw`\.spec\.ts$`,
  testSequencer: '@jest/test-sequencer',
  setupFiles: [fileURLToPath(import.meta.resolve('reflect-metadata'))],
};
