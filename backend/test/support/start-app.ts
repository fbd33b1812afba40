import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { DataSource } from 'typeorm';
import { createApp } from '../../src/create-app.js';
import { readConfig } from '../../src/platform/config.js';
import { createLogger } from '../../src/platform/logging.js';
import { startJobs, startWork } from '../../src/platform/platform.module.js';
import { connect } from './connect.js';
import { endSharedOwner } from './create-database.js';
import { createSeededDatabase } from './seeded-database.js';
import { TestClock } from './test-clock.js';

/** The origin that the tests' clients send. */
export const ORIGIN = 'http://localhost:3000';

export interface TestApp {
  app: NestExpressApplication;
  url: string;
  clock: TestClock;
  database: DataSource;
  databaseUrl: string;
  dataDir: string;
  close(): Promise<void>;
}

const unclosed = new Map<string, () => Promise<void>>();

/**
 * Closes the applications of this process that nobody has closed, which would keep Jest from ending.
 * @returns the stacks of the calls that started them
 */
export async function closeLeft(): Promise<string[]> {
  const left = [...unclosed];
  await Promise.all(left.map(([, close]) => close()));
  return left.map(([stack]) => stack);
}

interface Options {
  /** An existing database, for a second node. */
  databaseUrl?: string;
  clock?: TestClock;
  env?: Record<string, string>;
  /** Whether its jobs run, which is half the work of a start. Default: not. */
  jobs?: boolean;
}

/** Starts the real application on a fresh, migrated and seeded database, on a free port. */
export async function startApp(options: Options = {}): Promise<TestApp> {
  const databaseUrl = options.databaseUrl ?? (await createSeededDatabase());
  const dataDir = mkdtempSync(join(tmpdir(), 'resq-app-'));
  const config = readConfig({
    PUBLIC_URL: ORIGIN,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    DEMO: 'on',
    LOG_LEVEL: 'silent',
    ...options.env,
  });
  const clock = options.clock ?? new TestClock();
  const database = await connect(databaseUrl);
  const logger = createLogger(config.logLevel);
  const app = await createApp({ config, logger, clock, database });
  await app.init();
  await startWork(app);
  if (options.jobs) await startJobs(app);
  await app.listen(0);
  const { port } = app.getHttpServer().address() as AddressInfo;
  const { stack = '' } = new Error('Nobody closed the application that this call started.');
  const close = async () => {
    unclosed.delete(stack);
    await app.close();
    await database.destroy();
    await endSharedOwner(databaseUrl);
    rmSync(dataDir, { recursive: true, force: true });
  };
  unclosed.set(stack, close);
  return {
    app,
    url: `http://127.0.0.1:${port}`,
    clock,
    database: asking(database),
    databaseUrl,
    dataDir,
    close,
  };
}

/** Asks again where a busy machine takes longer to connect than the pool waits, as callers of routes do. */
function asking(database: DataSource): DataSource {
  const query = async (...given: Parameters<DataSource['query']>): Promise<unknown> => {
    for (;;) {
      try {
        return await database.query(...given);
      } catch (error) {
        if (!/timeout exceeded when trying to connect/.test(String(error))) throw error;
      }
    }
  };
  return Object.assign(Object.create(database) as DataSource, { query });
}
