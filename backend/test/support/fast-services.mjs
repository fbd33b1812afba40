import { startServices } from './services.mjs';

/**
 * Starts the services without fsync, because no test of this suite cuts the power, and without
 * autovacuum, because the tests leave many databases behind. The workers together have up to a dozen
 * nodes. Measured rows use a server with the settings of `npm start`: see `faults/jest.config.mjs`.
 */
const SETTINGS = `
fsync = off
autovacuum = off
max_connections = 400
`;

export default async function startSparedServices() {
  await startServices(SETTINGS);
  // Bounds of seconds hold on a quiet machine that flushes its commits: there the fault tests check them.
  process.env.TEST_WITHOUT_BOUNDS = 'on';
}
