import { randomUUID } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { EscalationService } from './modules/alarms/escalation.service.js';
import { AccountsService } from './modules/auth/accounts.service.js';
import {
  DEMO_ADMIN,
  DEMO_BUILDINGS,
  DEMO_CODE,
  DEMO_PASSWORD,
} from './modules/demo/demo-residents.js';
import { DemoService } from './modules/demo/demo.service.js';
import { RecoveryService } from './modules/recovery/recovery.service.js';
import { replayEndedActs } from './replay-ended-acts.js';
import { createApp } from './create-app.js';
import { SystemClock } from './platform/clock.js';
import { readConfig } from './platform/config.js';
import { warnOfShortage } from './platform/database/connections/connection-needs.js';
import { createDataSource } from './platform/database/data-source.js';
import { PAGES_ROOT, readBuild } from './platform/http/pages.js';
import { retryUntilAvailable } from './platform/retry.js';
import { createLogger } from './platform/logging.js';
import { Metrics } from './platform/metrics.js';
import { startJobs, startWork } from './platform/platform.module.js';
import { prepareDatabase, refuseDemoData } from './prepare-database.js';
import { schema } from './schema.js';

/** SYN retries make a storm of returning tabs three times slower with Node's default of 511. */
const LISTEN_BACKLOG = 4_096;

export interface RunningApp {
  url: string;
  /** The demo's invitation code and sign-ins; set while `DEMO` is on. */
  demo?: { code: string; signIns: { email: string; password: string; what: string }[] };
  /** Resolves when the node can save alarms: the database is connected, migrated and seeded. */
  ready: Promise<{ hasAdmin: boolean }>;
  /** Notifies the tabs, finishes running calls, then closes sockets, jobs and database in turn. */
  close(): Promise<void>;
}

/**
 * Starts one node. It listens before its database is available and becomes ready once it is.
 * @throws ConfigError naming every fault of the environment at once
 */
export async function boot(env: NodeJS.ProcessEnv): Promise<RunningApp> {
  const config = readConfig(env);
  const nodeId = randomUUID();
  const build = readBuild(PAGES_ROOT);
  const logger = createLogger(config.logLevel, { nodeId, role: config.role, build });
  // Without a handler, one unhandled rejection would end the process and all its connections.
  process.on('unhandledRejection', (error) => logger.error({ err: error }, 'unhandled rejection'));
  const database = createDataSource(config.databaseUrl, schema, { logger });
  const app = await createApp({ config, logger, clock: new SystemClock(), database, nodeId });
  const stopped = new AbortController();
  let ready: Promise<unknown> = Promise.resolve();
  const close = async (): Promise<void> => {
    stopped.abort();
    await ready.catch(() => undefined);
    await app.close();
    if (database.isInitialized) await database.destroy();
  };
  try {
    const isWorker = config.role === 'worker';
    if (!isWorker) app.get(Metrics).listen();
    await app.init();
    if (isWorker) await listen(app, config.metricsPort, config.metricsHost);
    else await listen(app, config.port, config.listenHost);
  } catch (error) {
    await close();
    throw error;
  }
  logger.info({ address: app.getHttpServer().address() }, 'listening');
  const steps = { signal: stopped.signal, logger };
  const becomesReady = (async () => {
    await retryUntilAvailable(() => prepareDatabase(config, logger, stopped.signal), steps);
    if (config.production) {
      await retryUntilAvailable(() => refuseDemoData(config.databaseUrl), steps);
    }
    const isApi = config.role === 'api';
    // Nodes of the role `api` have no ledger.
    if (!isApi) await retryUntilAvailable(() => replayEndedActs(config, logger, app), steps);
    await retryUntilAvailable(() => database.initialize(), steps);
    await retryUntilAvailable(() => app.get(DemoService).seed(), steps);
    await startWork(app);
    await retryUntilAvailable(() => warnOfShortage(database, config.role, logger), steps);
    app.get(EscalationService).start();
    const hasAdmin = await retryUntilAvailable(() => app.get(AccountsService).hasAdmin(), steps);
    await startJobs(app);
    if (!isApi) app.get(RecoveryService).start();
    logger.info('ready');
    return { hasAdmin };
  })();
  ready = becomesReady;
  becomesReady.catch(() => undefined);
  return {
    url: config.publicUrl,
    ...(config.demo && { demo: { code: DEMO_CODE, signIns: demoPeople() } }),
    ready: becomesReady,
    close,
  };
}

function listen(app: NestExpressApplication, port: number, host?: string): Promise<void> {
  return new Promise((listening, failed) => {
    const server = app.getHttpServer();
    server.once('error', failed);
    server.listen({ port, host, backlog: LISTEN_BACKLOG }, listening);
  });
}

function demoPeople(): { email: string; password: string; what: string }[] {
  const residents = DEMO_BUILDINGS.flatMap(({ name, members }) =>
    members.map(({ email, apartment, role }) => ({
      email,
      password: DEMO_PASSWORD,
      what: `${name}, apartment ${apartment}${role === 'manager' ? ', manager' : ''}`,
    })),
  );
  return [
    ...residents,
    { email: DEMO_ADMIN.email, password: DEMO_PASSWORD, what: 'administrator' },
  ];
}
