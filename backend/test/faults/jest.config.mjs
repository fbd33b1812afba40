import { fileURLToPath } from 'node:url';
import standard from '../../jest.config.mjs';

/** Configures `npm run test:faults`: all rows, including those that take minutes. */
export default {
  ...standard,
  // The bounds are measured with every commit flushed to the disk.
  globalSetup: '<rootDir>/test/support/services.mjs',
  rootDir: fileURLToPath(new URL('../..', import.meta.url)),
  roots: ['faults', 'attack', 'simulation'].map((folder) => `<rootDir>/test/${folder}`),
  testRegex: '(e2e-spec|\\.long)\\.ts$',
};
