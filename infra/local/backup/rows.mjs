// @ts-check
/**
 * @typedef {import('pg').Client} Client
 * @typedef {{ name: string, parents: string[], leftOut: string[] }} Table
 */

const BATCH = 1_000;
/** The target has its own migrations, and its nodes register themselves. */
const LEFT_OUT = ['migrations', 'nodes', 'presences'];

const TABLES = `
  select c.relname as name,
         array(select distinct r.confrelid::regclass::text from pg_constraint r
                where r.conrelid = c.oid and r.contype = 'f' and r.confrelid <> c.oid
                  and r.confrelid::regclass::text <> all($1)) as parents,
         array(select a.attname::text from pg_constraint r
                 join pg_attribute a on a.attrelid = r.conrelid and a.attnum = any(r.conkey)
                where r.conrelid = c.oid and r.contype = 'f'
                  and r.confrelid::regclass::text = any($1)) as "leftOut"
    from pg_class c
   where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all($1)
   order by c.relname`;

/**
 * Copies the rows of all tables, parents first, as one moment of the source saw them. The jobs' schema is
 * left out: it is filled from the outbox.
 * @param {Client} from
 * @param {Client} to a migrated database without rows
 * @returns {Promise<Record<string, number>>} the number of rows by table
 */
export async function copyRows(from, to) {
  /** @type {Record<string, number>} */
  const counts = {};
  await from.query('begin isolation level repeatable read read only');
  await to.query('begin');
  for (const { name: table, leftOut } of await tablesIn(from)) {
    const name = to.escapeIdentifier(table);
    // The triggers have done their work when the row was written first.
    await to.query(`alter table ${name} disable trigger user`);
    // A display, for example, is connected to no node of the target yet.
    const columns = from.escapeLiteral(`{${leftOut.join()}}`);
    await from.query(
      `declare source cursor for
       select (to_jsonb(t) - ${columns}::text[])::text as row from ${name} t`,
    );
    counts[table] = 0;
    for (;;) {
      const { rows } = await from.query(`fetch ${BATCH} from source`);
      if (rows.length === 0) break;
      await to.query(
        `insert into ${name} select * from jsonb_populate_recordset(null::${name}, $1)`,
        [`[${rows.map(({ row }) => row).join()}]`],
      );
      counts[table] += rows.length;
    }
    await from.query('close source');
    await to.query(`alter table ${name} enable trigger user`);
  }
  await to.query('commit');
  await from.query('commit');
  return counts;
}

/**
 * @param {Client} client
 * @returns {Promise<Table[]>} parents first; `leftOut` are the columns that refer to tables left out
 */
async function tablesIn(client) {
  const { rows } = await client.query(TABLES, [LEFT_OUT]);
  /** @type {Table[]} */
  const sorted = [];
  const isSorted = (/** @type {string} */ table) => sorted.some(({ name }) => name === table);
  while (sorted.length < rows.length) {
    const ready = rows.filter(({ name, parents }) => !isSorted(name) && parents.every(isSorted));
    if (ready.length === 0) throw new Error('the tables refer to each other in a circle');
    sorted.push(...ready);
  }
  return sorted;
}

/**
 * @param {Client} client
 * @param {Record<string, number>} expected
 * @returns {Promise<string[]>} the tables with another number of rows
 */
export async function differences(client, expected) {
  const wrong = [];
  for (const [table, count] of Object.entries(expected)) {
    const { rows } = await client.query(
      `select count(*)::int as count from ${client.escapeIdentifier(table)}`,
    );
    if (rows[0].count !== count) wrong.push(table);
  }
  return wrong;
}
