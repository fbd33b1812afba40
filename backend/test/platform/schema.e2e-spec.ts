import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { asOwner } from '../support/create-database.js';
import { createSeededDatabase } from '../support/seeded-database.js';

/**
 * The schema that the migrations make of an empty database, one line for each of its parts. A change of
 * a migration shows here as a change of the schema.
 */
const FILE = fileURLToPath(new URL('../../src/migrations/schema.txt', import.meta.url));
/** PostgreSQL 18 lists each column's "not null" as a constraint as well. */
const CATALOGUE = `
  with own as (
    select oid, relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'
  )
  select format('table %s: %s %s%s%s', name, attname, format_type(atttypid, atttypmod),
                case when attnotnull then ' not null' end,
                ' default ' || pg_get_expr(adbin, adrelid)) as line
    from own join pg_attribute on attrelid = own.oid and attnum > 0 and not attisdropped
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
  union all
  select format('constraint %s on %s: %s', conname, name, pg_get_constraintdef(c.oid))
    from own join pg_constraint c on conrelid = own.oid where contype <> 'n'
  union all
  select pg_get_indexdef(indexrelid) from own join pg_index on indrelid = own.oid
   where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
  union all
  select pg_get_triggerdef(t.oid) from own join pg_trigger t on tgrelid = own.oid
   where not tgisinternal
  union all
  select pg_get_functiondef(p.oid) ||
         case when has_function_privilege('public', p.oid, 'execute') then 'for everybody' else '' end
    from pg_proc p
   where pronamespace = 'public'::regnamespace
     and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`;

it('is written down as the migrations make it', async () => {
  const { rows } = await asOwner(await createSeededDatabase(), (owner) =>
    owner.query<{ line: string }>(CATALOGUE),
  );
  const lines = rows.map(({ line }) => line.trim()).sort();
  const schema = `${lines.join('\n')}\n`;
  if (process.env['WRITE_SCHEMA'] === 'on') writeFileSync(FILE, schema);
  expect(schema).toBe(readFileSync(FILE, 'utf8'));
});
