import {
  DataSource,
  type EntityTarget,
  type MigrationInterface,
  type ObjectLiteral,
} from 'typeorm';

/** A dead node may block a building for a second, a press is answered within three. */
const SESSION_SETTINGS = [
  'synchronous_commit=on',
  'lock_timeout=2s',
  'statement_timeout=3s',
  'idle_in_transaction_session_timeout=1s',
];
const CONNECT_TIMEOUT_MS = 2_000;
const POOL_SIZE = 12;

export interface Schema {
  entities: EntityTarget<ObjectLiteral>[];
  migrations: (new () => MigrationInterface)[];
}

/** @returns the pool that everything but migrations goes through; not connected yet */
export function createDataSource(databaseUrl: string, schema: Schema): DataSource {
  return new DataSource({
    type: 'postgres',
    url: databaseUrl,
    entities: schema.entities as never[],
    synchronize: false,
    applicationName: 'resq',
    poolSize: POOL_SIZE,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    extra: { options: SESSION_SETTINGS.map((setting) => `-c ${setting}`).join(' ') },
  });
}

/** @returns a source of two connections without time limits, for migrations and schema checks */
export function createSchemaSource(databaseUrl: string, schema: Schema): DataSource {
  return new DataSource({
    type: 'postgres',
    url: databaseUrl,
    entities: schema.entities as never[],
    migrations: schema.migrations,
    synchronize: false,
    applicationName: 'resq-schema',
    poolSize: 2,
  });
}
