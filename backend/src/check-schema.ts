import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { createSchemaSource } from './platform/database/data-source.js';
import { migrate } from './platform/database/migrate.js';
import { schema } from './schema.js';

/**
 * Fails when the migrations make another schema than the one in `schema.txt`, and when an entity has a
 * column that they do not make. A new schema is written to the file: commit it if it is meant.
 */
const FILE = new URL('../schema.txt', import.meta.url);

const COLUMNS = `
  select format('%s.%s %s%s%s', attrelid::regclass, attname, format_type(atttypid, atttypmod),
                case when attnotnull then ' not null' end,
                ' default ' || pg_get_expr(adbin, adrelid)) as line
    from pg_attribute join pg_class c on c.oid = attrelid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
   where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0
     and not attisdropped`;

/** PostgreSQL 18 lists `not null` as a constraint as well. */
const RULES = `
  select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line
    from pg_constraint
   where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'p', 'u')
  union all
  select indexdef from pg_indexes where schemaname = 'public'
  union all
  select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid
   where relnamespace = 'public'::regnamespace and not tgisinternal
  union all
  select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace`;

const databaseUrl = process.env['DATABASE_URL'] ?? '';
await migrate(databaseUrl, schema);
const source = await createSchemaSource(databaseUrl, schema).initialize();
const [columns, rules] = await Promise.all([linesOf(COLUMNS), linesOf(RULES)]);
const mapped = source.entityMetadatas.flatMap(({ tableName, columns }) =>
  columns.map(({ databaseName }) => `${tableName}.${databaseName} `),
);
await source.destroy();

const found = [...columns, ...rules].map((line) => `${line}\n`).join('');
const missing = mapped.filter((column) => !columns.some((line) => line.startsWith(column)));
for (const column of missing) process.stderr.write(`A migration is missing: ${column}\n`);
const isKnown = found === readFileSync(FILE, 'utf8');
if (!isKnown) {
  writeFileSync(FILE, found);
  process.stderr.write('The migrations make another schema: see the changes of schema.txt.\n');
}
process.exit(isKnown && missing.length === 0 ? 0 : 1);

async function linesOf(sql: string): Promise<string[]> {
  const rows = await source.query<{ line: string }[]>(sql);
  return rows.map(({ line }) => line.trimEnd()).sort();
}
