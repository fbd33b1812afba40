import type { NestExpressApplication } from '@nestjs/platform-express';
import { AccountsService } from './modules/auth/accounts.service.js';
import {
  DEMO_ADMIN,
  DEMO_BUILDINGS,
  DEMO_CODE,
  DEMO_PASSWORD,
} from './modules/demo/demo.people.js';
import { DemoService } from './modules/demo/demo.service.js';
import { createApp } from './create-app.js';
import { SystemClock } from './platform/clock.js';
import { readConfig } from './platform/config.js';
import { createDataSource } from './platform/database/data-source.js';
import { migrate } from './platform/database/migrate.js';
import { createLogger } from './platform/logging.js';
import { schema } from './schema.js';

/** SYN retries make a storm of returning tabs three times slower with Node's default of 511. */
const LISTEN_BACKLOG = 4_096;

export interface RunningApp {
  url: string;
  /** What to try it with, where `DEMO` is on. */
  demo?: { code: string; people: { email: string; password: string; what: string }[] };
  hasAdmin: boolean;
  /** Stops accepting, finishes what runs, and lets go of the database. */
  close(): Promise<void>;
}

/**
 * Starts one node: configuration, migrations, seed, listening.
 * @throws ConfigError naming every fault of the environment at once
 */
export async function boot(env: NodeJS.ProcessEnv): Promise<RunningApp> {
  const config = readConfig(env);
  const logger = createLogger(config.logLevel);
  // A forgotten rejection must not take the alarms of a whole node with it.
  process.on('unhandledRejection', (error) => logger.error({ err: error }, 'unhandled rejection'));
  await migrate(config.databaseUrl, schema);
  const database = await createDataSource(config.databaseUrl, schema).initialize();
  const app = await createApp({ config, logger, clock: new SystemClock(), database });
  const close = async (): Promise<void> => {
    await app.close();
    await database.destroy();
  };
  try {
    await app.init();
    await app.get(DemoService).seed();
    await listen(app, config.role === 'worker' ? config.metricsPort : config.port);
  } catch (error) {
    // What has begun, such as the job queue, would go on without anybody to stop it.
    await close();
    throw error;
  }
  logger.info({ role: config.role, address: app.getHttpServer().address() }, 'listening');
  return {
    url: config.publicUrl,
    ...(config.demo && { demo: { code: DEMO_CODE, people: demoPeople() } }),
    hasAdmin: await app.get(AccountsService).hasAdmin(),
    close,
  };
}

function listen(app: NestExpressApplication, port: number): Promise<void> {
  return new Promise((listening, failed) => {
    const server = app.getHttpServer();
    server.once('error', failed);
    server.listen({ port, backlog: LISTEN_BACKLOG }, listening);
  });
}

function demoPeople(): { email: string; password: string; what: string }[] {
  const residents = DEMO_BUILDINGS.flatMap(({ name, people }) =>
    people.map(({ email, apartment, role }) => ({
      email,
      password: DEMO_PASSWORD,
      what: `${name}, lägenhet ${apartment}${role === 'manager' ? ', ansvarig' : ''}`,
    })),
  );
  return [
    ...residents,
    { email: DEMO_ADMIN.email, password: DEMO_PASSWORD, what: 'administratör' },
  ];
}
