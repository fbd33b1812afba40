import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../src/create-app.js';
import { DEMO_PASSWORD } from '../../src/modules/demo/demo-residents.js';
import { DemoService } from '../../src/modules/demo/demo.service.js';
import { readConfig } from '../../src/platform/config.js';
import { createLogger } from '../../src/platform/logging.js';
import { prepareDatabase } from '../../src/prepare-database.js';
import { cheapHash } from './cheap-hash.mjs';
import { connect } from './connect.js';
import { createDatabase, databaseUrlOf, onServer, ownerUrlOf } from './create-database.js';
import { TestClock } from './test-clock.js';

const TEMPLATE = 'resq_template';
const UNFINISHED = 'resq_template_unfinished';
/** The number of the advisory lock is arbitrary: nothing else on this server takes one. */
const LOCK = 1;

/** Copies a template that the run's first caller migrates and seeds. A copy is ten times faster. */
export async function createSeededDatabase(): Promise<string> {
  template ??= fillTemplate();
  await template;
  return createDatabase(TEMPLATE);
}

let template: Promise<void> | undefined;

function fillTemplate(): Promise<void> {
  return onServer(async (server) => {
    await server.query('select pg_advisory_lock($1)', [LOCK]);
    const found = await server.query('select 1 from pg_database where datname = $1', [TEMPLATE]);
    if (found.rowCount) return;
    await server.query(`drop database if exists ${UNFINISHED}`);
    await server.query(`create database ${UNFINISHED}`);
    await fill(databaseUrlOf(UNFINISHED));
    await server.query(`alter database ${UNFINISHED} rename to ${TEMPLATE}`);
  });
}

async function fill(databaseUrl: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'resq-seed-'));
  const config = readConfig({
    PUBLIC_URL: 'http://localhost:3000',
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: ownerUrlOf(databaseUrl),
    DATA_DIR: dataDir,
    DEMO: 'on',
    LOG_LEVEL: 'silent',
  });
  const logger = createLogger(config.logLevel);
  await prepareDatabase(config, logger);
  const database = await connect(databaseUrl);
  const app = await createApp({ config, logger, clock: new TestClock(), database });
  await app.init();
  await app.get(DemoService).seed();
  await database.query('update users set password_hash = $1', [await cheapHash(DEMO_PASSWORD)]);
  await app.close();
  await database.destroy();
  rmSync(dataDir, { recursive: true });
}
