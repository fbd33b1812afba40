import { asOwner } from './create-database.js';

/** A value that differs in each row `n`, by the type of its column. */
const VALUES: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: `'row ' || n`,
  'character varying': `'row ' || n`,
  bytea: `decode(md5(n::text), 'hex')`,
  boolean: 'false',
  jsonb: `'{}'::jsonb`,
  'timestamp with time zone': `now() - n * interval '1 second'`,
};
const NUMBERS = ['integer', 'bigint', 'smallint', 'real', 'double precision', 'numeric'];

interface Column {
  table: string;
  column: string;
  type: string;
}

/**
 * Adds rows that belong to nobody to every table of the schema `public`, and analyses them. Foreign keys
 * stay but are not checked meanwhile; check constraints, which only limit the values, go.
 * @returns the names of the tables
 */
export async function fillTables(databaseUrl: string, count: number): Promise<string[]> {
  return asOwner(databaseUrl, async (owner) => {
    const { rows: checks } = await owner.query<{ table: string; name: string }>(
      `select conrelid::regclass::text as table, conname as name from pg_constraint
      where contype = 'c' and connamespace = 'public'::regnamespace`,
    );
    for (const { table, name } of checks) {
      await owner.query(`alter table ${table} drop constraint "${name}"`);
    }
    const { rows: columns } = await owner.query<Column>(
      `select attrelid::regclass::text as table, attname as column, format_type(atttypid, null) as type
       from pg_attribute join pg_class on pg_class.oid = attrelid
      where relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0
        and not attisdropped and attgenerated = '' and attidentity = ''
      order by attrelid, attnum`,
    );
    const tables = [...new Set(columns.map(({ table }) => table))];
    await owner.query('set session_replication_role = replica');
    for (const table of tables) {
      const own = columns.filter((one) => one.table === table);
      const names = own.map(({ column }) => `"${column}"`).join(', ');
      const values = own.map(({ type }) => valueOf(type)).join(', ');
      await owner.query(
        `insert into ${table} (${names}) select ${values} from generate_series(1001, $1::int + 1000) n
             on conflict do nothing`,
        [count],
      );
    }
    await owner.query('analyze');
    return tables;
  });
}

function valueOf(type: string): string {
  if (NUMBERS.includes(type)) return 'n';
  if (type.endsWith('[]')) return `'{}'::${type}`;
  return VALUES[type] ?? `(enum_range(null::${type}))[1]`;
}
