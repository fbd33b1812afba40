import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { createSchemaSource } from './platform/database/data-source.js';
import { migrate } from './platform/database/migrate.js';
import { schema } from './schema.js';

/** Every table of the application: its columns, constraints, indexes and triggers, a line each. */
const DESCRIPTION = `
  select line from (
    select format('%s %s %s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
                  case when a.attnotnull then ' not null' else '' end,
                  ' default ' || pg_get_expr(d.adbin, d.adrelid)) as line
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    union all
    select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all
    select indexdef from pg_indexes where schemaname = 'public'
    union all
    select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
  ) described order by line collate "C"`;
const FILE = new URL('../src/migrations/schema.txt', import.meta.url);

/**
 * Fails when an entity differs from what the migrations make, or when that differs from `schema.txt`,
 * where a reader finds all tables as they are now. With `--write` it writes the file.
 */
const databaseUrl = process.env['DATABASE_URL'] ?? '';
await migrate(databaseUrl, schema);
const source = await createSchemaSource(databaseUrl, schema).initialize();
const { upQueries } = await source.driver.createSchemaBuilder().log();
const made = (await source.query<{ line: string }[]>(DESCRIPTION)).map(({ line }) => line);
await source.destroy();
if (process.argv.includes('--write')) writeFileSync(FILE, `${made.join('\n')}\n`);
const written = readFileSync(FILE, 'utf8').trimEnd().split('\n');
const faults = [
  ...upQueries.map(({ query }) => `A migration is missing: ${query}`),
  ...made.filter((line) => !written.includes(line)).map((line) => `schema.txt lacks: ${line}`),
  ...written
    .filter((line) => !made.includes(line))
    .map((line) => `schema.txt is too long: ${line}`),
];
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exit(faults.length === 0 ? 0 : 1);
