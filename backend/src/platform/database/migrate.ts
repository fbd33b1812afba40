import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { ConfigError } from '../config.js';
import type { Logger } from '../logging.js';
import { retry } from '../retry.js';
import { CONNECTION } from './connections/timeout-client.js';
import { createMaintenanceSource, type Schema } from './data-source.js';
import { isContention } from './database-errors.js';

/** An arbitrary lock number that nothing else uses: "ResQ" in ASCII. */
const MIGRATION_LOCK = 0x52657351;

/** The version of this release. */
const { version: RELEASE } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { version: string };

/** While a migration waits for a lock, each press waits behind it, and must be saved within a second. */
const LOCK_TIMEOUT_MS = 700;
const PATIENCE_MS = 10 * 60_000;
/** Presses that waited behind a migration are saved between two attempts. */
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 8_000;
const LOOK_MS = 250;

/** Migrations alone have this name: `createMaintenanceSource`. The lock's holder is never one of them. */
const BLOCKERS = `
  select distinct b.pid, b.usename as role, b.application_name as application, b.state,
         b.xact_start as since
    from pg_stat_activity m, unnest(pg_blocking_pids(m.pid)) as blocking(pid)
    join pg_stat_activity b using (pid)
   where m.application_name = 'resq-schema' and m.datname = current_database()`;

interface Blocker {
  pid: number;
  role: string;
  application: string;
  state: string;
  since: Date;
}

interface Options {
  logger: Pick<Logger, 'warn'>;
  /** Ends the attempts with its reason. */
  signal?: AbortSignal;
  /** For so long a migration that finds a table locked is tried again. */
  patienceMs?: number;
}

/**
 * Brings the schema up to date. Nodes that start together queue on one advisory lock, held on a
 * connection of its own so that it ends with the process. A newer release may have migrated further: its
 * schema also serves this release, unless `requireRelease` says otherwise.
 * @param afterwards runs on that connection, still under the lock, unless the schema is a newer one
 * @throws Error that names the transactions in the way, once the patience is over; ConfigError when the
 *   schema needs a newer release
 */
export async function migrate(
  databaseUrl: string,
  schema: Schema,
  options: Options,
  afterwards: (owner: pg.Client) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const lock = new pg.Client({ ...CONNECTION, connectionString: databaseUrl });
  // Without a listener, an `error` event would end the process. The migrations report an outage.
  lock.on('error', () => undefined);
  await lock.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const done = await findMigrations(lock);
    if (done.size > 0) await refuseOldRelease(lock);
    const names = schema.migrations.map(({ name }) => name);
    // A node that starts again saves TypeORM's two connections and its look at all entities.
    if (!names.every((name) => done.has(name))) {
      await tryMigrations(lock, () => runMigrations(databaseUrl, schema), options);
    }
    // An older release does not know which rights the newer tables have.
    if ([...done].every((name) => names.includes(name))) await afterwards(lock);
  } finally {
    await lock.end();
  }
}

/** @returns the names of the migrations that have run; none in a new database */
async function findMigrations(lock: pg.Client): Promise<Set<string>> {
  const { rows: found } = await lock.query(`select to_regclass('public.migrations') as found`);
  if (!(found as { found: string | null }[])[0]?.found) return new Set();
  const { rows } = await lock.query<{ name: string }>('select name from public.migrations');
  return new Set(rows.map(({ name }) => name));
}

/**
 * Writes down which releases may run on the schema. A migration that takes something away calls it with
 * the first release that did without.
 * @param release such as `0.3.0`
 */
export async function requireRelease(runner: QueryRunner, release: string): Promise<void> {
  await runner.query(`select set_config('resq.release', $1, true)`, [`needs ${release}`]);
  // A comment takes no parameters.
  await runner.query(`do $$ begin
    execute format('comment on table public.migrations is %L', current_setting('resq.release'));
  end $$`);
}

async function refuseOldRelease(lock: pg.Client): Promise<void> {
  const { rows } = await lock.query<{ needed: string | null }>(
    `select substring(obj_description('public.migrations'::regclass) from '^needs (.+)$') as needed`,
  );
  const needed = rows[0]?.needed ?? RELEASE;
  if (RELEASE.localeCompare(needed, 'en', { numeric: true }) >= 0) return;
  throw new ConfigError([
    `the database needs release ${needed} or newer, and this is ${RELEASE}; see docs/upgrading.md`,
  ]);
}

/** A migration that is rolled back leaves the finished ones before it, and the next attempt goes on. */
async function tryMigrations(
  lock: pg.Client,
  run: () => Promise<void>,
  { logger, signal = new AbortController().signal, patienceMs = PATIENCE_MS }: Options,
): Promise<void> {
  const end = performance.now() + patienceMs;
  let blockers: Blocker[] = [];
  const look = async (): Promise<void> => {
    const { rows } = await lock.query<Blocker>(BLOCKERS);
    if (rows.length > 0) blockers = rows;
  };
  const attempt = async (): Promise<void> => {
    blockers = [];
    const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS);
    await run().finally(() => clearInterval(timer));
  };
  try {
    await retry(attempt, {
      signal,
      delayMs: PAUSE_MS,
      maxDelayMs: LONGEST_PAUSE_MS,
      isRetryable: (error) => isContention(error) && performance.now() < end,
      onFailure: () => logger.warn({ blockers }, 'a migration waits for a lock and is tried again'),
    });
  } catch (error) {
    if (!isContention(error)) throw error;
    const named = blockers.map(({ pid, role, application }) => `${pid} (${role}, ${application})`);
    throw new Error(
      `a migration found a table locked for ${patienceMs / 60_000} minutes; end these connections: ${named.join(', ')}`,
      { cause: error },
    );
  }
}

async function runMigrations(databaseUrl: string, schema: Schema): Promise<void> {
  const source = await createMaintenanceSource(databaseUrl, schema, LOCK_TIMEOUT_MS).initialize();
  try {
    await source.runMigrations({ transaction: 'each' });
  } finally {
    await source.destroy();
  }
}
