import {
  DataSource,
  DefaultNamingStrategy,
  type EntityTarget,
  type MigrationInterface,
  type ObjectLiteral,
} from 'typeorm';
import type { Logger } from '../logging.js';
import { POOLS } from './connections/connection-needs.js';
import { CONNECT_MS, CONNECTION, TimeoutClient } from './connections/timeout-client.js';

/** A dead node blocks a building for at most a second, and a press is answered within three. */
const sessionSettings = (lockTimeoutMs: number): string[] => [
  'synchronous_commit=on',
  `lock_timeout=${lockTimeoutMs}ms`,
  'statement_timeout=3s',
  'idle_in_transaction_session_timeout=1s',
];
const LOCK_TIMEOUT_MS = 2_000;
/**
 * On a new database the prepared statements of a press get their plans while the tables are empty, and
 * would scan them whole until something analyses them. Every one of these statements has its index.
 */
const BY_INDEX = ['enable_seqscan=off'];

export interface Schema {
  entities: EntityTarget<ObjectLiteral>[];
  migrations: (new () => MigrationInterface)[];
}

/** The columns are in snake case: `createdAt` stands in the column `created_at`. */
export const columnOf = (property: string): string =>
  property.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

class ColumnNames extends DefaultNamingStrategy {
  override columnName(property: string, name: string | undefined): string {
    return name ?? columnOf(property);
  }
}

interface PoolOptions {
  /** Shown in `pg_stat_activity`. */
  name?: string;
  poolSize?: number;
  /** The longest wait for a row that another transaction has locked. */
  lockTimeoutMs?: number;
  /** Whether its statements never scan a whole table that has an index. */
  byIndex?: boolean;
  /** Default: an idle connection that was lost is not logged. */
  logger?: Logger;
}

const commonOptions = (url: string, { entities }: Schema) => ({
  type: 'postgres' as const,
  url,
  entities: entities as never[],
  namingStrategy: new ColumnNames(),
  synchronize: false,
  connectTimeoutMS: CONNECT_MS,
});

/** @returns a source with a pool of its own for everything but migrations; not connected yet */
export function createDataSource(
  databaseUrl: string,
  schema: Schema,
  {
    name = 'resq',
    poolSize = POOLS.requests,
    lockTimeoutMs = LOCK_TIMEOUT_MS,
    byIndex = false,
    logger,
  }: PoolOptions = {},
): DataSource {
  const settings = [...sessionSettings(lockTimeoutMs), ...(byIndex ? BY_INDEX : [])];
  return new DataSource({
    ...commonOptions(databaseUrl, schema),
    applicationName: name,
    poolSize,
    // Without this handler TypeORM writes pool errors to the console instead of the log.
    poolErrorHandler: (error: unknown) => logger?.warn({ err: error }, 'database connection lost'),
    extra: {
      ...CONNECTION,
      Client: TimeoutClient,
      options: settings.map((setting) => `-c ${setting}`).join(' '),
    },
  });
}

/**
 * @param lockTimeoutMs 0 waits for a lock without a limit
 * @returns a source of two connections without other time limits, for migrations and for long work
 */
export function createMaintenanceSource(
  databaseUrl: string,
  schema: Schema,
  lockTimeoutMs = 0,
): DataSource {
  return new DataSource({
    ...commonOptions(databaseUrl, schema),
    migrations: schema.migrations,
    applicationName: 'resq-schema',
    poolSize: 2,
    // TypeORM would write a failed attempt to the console instead of the log.
    logger: 'debug',
    extra: { options: `-c lock_timeout=${lockTimeoutMs}ms` },
  });
}
