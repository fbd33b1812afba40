import { fileURLToPath } from 'node:url';
import standard from '../../jest.config.mjs';

/**
 * Configures `npm run test:faults`: all rows, including those that take minutes, and the bounds of
 * seconds that other tests check here alone (`promised`).
 */
export default {
  ...standard,
  // The bounds are measured with every commit flushed to the disk.
  globalSetup: '<rootDir>/test/support/services.mjs',
  rootDir: fileURLToPath(new URL('../..', import.meta.url)),
  roots: ['alarms', 'attack', 'faults', 'platform', 'simulation'].map(
    (folder) => `<rootDir>/test/${folder}`,
  ),
  // Each file gets a process of its own. In one process for all, what the files before have left behind
  // made the simulation half as fast.
  workerIdleMemoryLimit: '1MB',
  testRegex: '(e2e-spec|\\.long)\\.ts$',
};
