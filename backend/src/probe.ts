import { setTimeout as pause } from 'node:timers/promises';
import { AccessTokens } from './modules/auth/sessions/access-tokens.js';
import { ProbeBuildingRepository } from './modules/alarms/probe/probe-building.repository.js';
import { Probe } from './modules/alarms/probe/probe.js';
import { SystemClock } from './platform/clock.js';
import { ConfigError, readConfig } from './platform/config.js';
import { createDataSource } from './platform/database/data-source.js';
import { createLogger } from './platform/logging.js';
import { Metrics } from './platform/metrics.js';
import { retryUntilAvailable } from './platform/retry.js';

/**
 * Runs the probe: every 30 s an alarm from a press to a neighbour's receipt, through PUBLIC_URL. It has
 * the environment of a node, because it signs its own access tokens.
 */
const EVERY_MS = 30_000;

// The first process of a container ends by a signal only when it handles it.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));

try {
  const config = readConfig(process.env);
  const logger = createLogger(config.logLevel);
  const [clock, metrics] = [new SystemClock(), new Metrics(config, logger)];
  const database = createDataSource(
    config.databaseUrl,
    { entities: [], migrations: [] },
    {
      name: 'resq-probe',
      poolSize: 1,
      logger,
    },
  );
  const tokens = new AccessTokens(config, clock);
  const probe = new Probe({
    url: config.publicUrl,
    sign: (userId, sessionId) => tokens.sign(userId, sessionId),
    building: new ProbeBuildingRepository(database, clock),
    ...{ clock, metrics, logger },
  });
  metrics.listen();
  await retryUntilAvailable(() => database.initialize(), {
    signal: new AbortController().signal,
    logger,
  });
  for (;;) {
    const beganMs = performance.now();
    await probe.round();
    await pause(Math.max(0, EVERY_MS - (performance.now() - beganMs)));
  }
} catch (error) {
  const faults = error instanceof ConfigError ? error.faults : [String(error)];
  for (const fault of faults) process.stderr.write(`The probe does not start: ${fault}\n`);
  process.exit(1);
}
