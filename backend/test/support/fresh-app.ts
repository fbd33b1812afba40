import passport from 'passport';
import { AccessStrategy } from '../../src/modules/auth/access.guard.js';
import { AccountsService } from '../../src/modules/auth/accounts.service.js';
import { PresenceService } from '../../src/modules/buildings/devices/presence.service.js';
import { DEMO_PASSWORD } from '../../src/modules/demo/demo-residents.js';
import { DemoService } from '../../src/modules/demo/demo.service.js';
import { AttemptCounters } from '../../src/platform/limits/attempt-limits.js';
import type { Logger } from '../../src/platform/logging.js';
import { retryUntilAvailable } from '../../src/platform/retry.js';
import { LOGGER } from '../../src/platform/tokens.js';
import { cheapHash } from './cheap-hash.mjs';
import { sharedOwner } from './create-database.js';
import { startApp, type TestApp } from './start-app.js';

/**
 * Empties all tables but those that describe the database and the nodes, or may not change. A truncation
 * waits for every reader and is slower for a few rows. All tables in one transaction would deadlock with
 * a job that still runs.
 */
const EMPTY = `do $$
  declare
    name text;
  begin
    for name in
      select quote_ident(tablename) from pg_tables where schemaname = 'public'
         and tablename <> all ('{migrations, nodes, audit_log, audit_checkpoint}')
    loop
      execute 'delete from ' || name;
      commit;
    end loop;
  end $$`;

let shared: TestApp | undefined;

/**
 * Returns the application that tests of this process share, with the demo data as it was seeded. Its
 * clock goes on where the last test left it. A test that breaks the application closes it, and the next
 * caller gets a new one.
 */
export async function freshApp(): Promise<TestApp> {
  if (shared) await reseed(shared);
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

/**
 * Gives the nodes of a database the demo data as it was seeded, so that a file that needs nodes of its
 * own starts them once. Their clock, the log of acts and what they cache stay.
 */
export async function reseed(first: TestApp, ...others: TestApp[]): Promise<void> {
  const { app, databaseUrl } = first;
  const owner = await sharedOwner(databaseUrl);
  // In this role no trigger runs.
  await owner.query('set session_replication_role = replica');
  await owner.query(EMPTY);
  const hashing = jest
    .spyOn(app.get(AccountsService), 'hashPassword')
    .mockResolvedValue(await cheapHash(DEMO_PASSWORD));
  // A slow machine may leave the seeding's transaction idle for longer than the database allows.
  await retryUntilAvailable(() => app.get(DemoService).seed(), {
    signal: new AbortController().signal,
    logger: app.get<Logger>(LOGGER),
  });
  hashing.mockRestore();
  for (const node of [first, ...others]) {
    forgetAttempts(node);
    // The last test may have stepped the clock past the time for which a heartbeat counts.
    await node.app.get(PresenceService).heartbeat();
    // Passport is one for the whole process, and another application may have registered its strategy.
    passport.use('access', node.app.get(AccessStrategy));
  }
}

/** Forgets the attempts that a node without Redis has counted, which it limits by address too. */
export function forgetAttempts({ app }: TestApp): void {
  (Reflect.get(app.get(AttemptCounters), 'counters') as Map<string, unknown>).clear();
}
