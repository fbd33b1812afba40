import passport from 'passport';
import { AccessStrategy } from '../../src/modules/auth/access.guard.js';
import { AccountsService } from '../../src/modules/auth/accounts.service.js';
import { PresenceService } from '../../src/modules/buildings/devices/presence.service.js';
import { DEMO_PASSWORD } from '../../src/modules/demo/demo-residents.js';
import { DemoService } from '../../src/modules/demo/demo.service.js';
import type { Logger } from '../../src/platform/logging.js';
import { retryUntilAvailable } from '../../src/platform/retry.js';
import { LOGGER } from '../../src/platform/tokens.js';
import { cheapHash } from './cheap-hash.mjs';
import { asOwner } from './create-database.js';
import { startApp, type TestApp } from './start-app.js';

/** They describe the database and the nodes, or may not change. */
const LASTING = ['migrations', 'nodes', 'audit_log', 'audit_checkpoint'];

let shared: TestApp | undefined;

/**
 * Returns the application that tests of this process share, with the demo data as it was seeded. Its
 * clock goes on where the last test left it. A test that breaks the application, or spends limits that
 * it holds in memory, closes it, and the next caller gets a new one.
 */
export async function freshApp(): Promise<TestApp> {
  if (shared) await seedAgain(shared);
  else shared = await start();
  return shared;
}

/** Closes the shared application, if there is one. */
export async function closeFreshApp(): Promise<void> {
  await shared?.close();
}

async function start(): Promise<TestApp> {
  const app = await startApp({ jobs: true });
  const close = () => {
    shared = undefined;
    return app.close();
  };
  return { ...app, close };
}

async function seedAgain({ app, databaseUrl }: TestApp): Promise<void> {
  await asOwner(databaseUrl, async (owner) => {
    const { rows } = await owner.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables
        where schemaname = 'public' and tablename <> all($1)`,
      [LASTING],
    );
    // In this role no trigger runs.
    await owner.query('set session_replication_role = replica');
    // A truncation waits for every reader and is slower for a few rows. All tables in one transaction
    // would deadlock with a job that still runs.
    for (const { name } of rows) await owner.query(`delete from ${name}`);
  });
  const hashing = jest
    .spyOn(app.get(AccountsService), 'hashPassword')
    .mockResolvedValue(await cheapHash(DEMO_PASSWORD));
  // A slow machine may leave the seeding's transaction idle for longer than the database allows.
  await retryUntilAvailable(() => app.get(DemoService).seed(), {
    signal: new AbortController().signal,
    logger: app.get<Logger>(LOGGER),
  });
  hashing.mockRestore();
  // The last test may have stepped the clock past the time for which a heartbeat counts.
  await app.get(PresenceService).heartbeat();
  // Passport is one for the whole process, and another application may have registered its strategy.
  passport.use('access', app.get(AccessStrategy));
}
