import {
  DataSource,
  DefaultNamingStrategy,
  type EntityTarget,
  type MigrationInterface,
  type ObjectLiteral,
} from 'typeorm';
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
class ColumnNames extends DefaultNamingStrategy {
  override columnName(property: string, name: string | undefined): string {
    return name ?? property.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
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
  /** Receives the error of an idle connection that was lost. */
  onPoolError?: (error: unknown) => void;
}

/** @returns a source with a pool of its own for everything but migrations; not connected yet */
export function createDataSource(
  databaseUrl: string,
  schema: Schema,
  {
    name = 'resq',
    poolSize = POOLS.requests,
    lockTimeoutMs = LOCK_TIMEOUT_MS,
    byIndex = false,
    onPoolError = () => undefined,
  }: PoolOptions = {},
): DataSource {
  const settings = [...sessionSettings(lockTimeoutMs), ...(byIndex ? BY_INDEX : [])];
  return new DataSource({
    type: 'postgres',
    url: databaseUrl,
    entities: schema.entities as never[],
    namingStrategy: new ColumnNames(),
    synchronize: false,
    applicationName: name,
    poolSize,
    connectTimeoutMS: CONNECT_MS,
    // Without this handler TypeORM writes pool errors to the console instead of the log.
    poolErrorHandler: onPoolError,
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
export function createSchemaSource(
  databaseUrl: string,
  schema: Schema,
  lockTimeoutMs = 0,
): DataSource {
  return new DataSource({
    type: 'postgres',
    url: databaseUrl,
    entities: schema.entities as never[],
    migrations: schema.migrations,
    namingStrategy: new ColumnNames(),
    synchronize: false,
    applicationName: 'resq-schema',
    poolSize: 2,
    connectTimeoutMS: CONNECT_MS,
    // TypeORM would write a failed attempt to the console instead of the log.
    logger: 'debug',
    extra: { options: `-c lock_timeout=${lockTimeoutMs}ms` },
  });
}
