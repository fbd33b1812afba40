import 'reflect-metadata';
import { createSchemaSource } from './platform/database/data-source.js';
import { migrate } from './platform/database/migrate.js';
import { schema } from './schema.js';

/** Fails when an entity differs from what the migrations make. */
const databaseUrl = process.env['DATABASE_URL'] ?? '';
await migrate(databaseUrl, schema);
const source = await createSchemaSource(databaseUrl, schema).initialize();
const { upQueries } = await source.driver.createSchemaBuilder().log();
await source.destroy();
for (const { query } of upQueries) process.stderr.write(`A migration is missing: ${query}\n`);
process.exit(upQueries.length === 0 ? 0 : 1);
