import type { DataSource } from 'typeorm';

/** @returns all rows of all tables as text, to look for what must or must not be in the database */
export async function everythingIn(database: DataSource): Promise<string> {
  const tables = await database.query<{ name: string }[]>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'bullmq')`,
  );
  const texts = await Promise.all(
    tables.map(({ name }) =>
      database.query<{ text: string }[]>(
        `select coalesce(string_agg(row_to_json(t)::text, ' '), '') as text from ${name} t`,
      ),
    ),
  );
  return texts.map(([row]) => row?.text).join('\n');
}
