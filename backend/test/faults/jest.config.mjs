import { fileURLToPath } from 'node:url';
import standard from '../../jest.config.mjs';

/** `npm run test:faults`: all rows, also those that take minutes. */
export default {
  ...standard,
  // What is measured here includes the disk.
  globalSetup: '<rootDir>/test/support/services.mjs',
  rootDir: fileURLToPath(new URL('../..', import.meta.url)),
  roots: ['<rootDir>/test/faults'],
  testRegex: '(e2e-spec|\\.long)\\.ts$',
};
