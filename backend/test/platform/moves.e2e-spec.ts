import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from 'pg';
import { copyRows, differences } from '../../../infra/local/backup/rows.mjs';
import { asOwner } from '../support/create-database.js';
import { addAlarms } from '../support/ended-alarms.js';
import { createSeededDatabase } from '../support/seeded-database.js';

/** More than a batch; `backup-commands.long.ts` moves 10,000 by the command. */
const ALARMS = 1_200;
const RESET = fileURLToPath(new URL('../../../infra/local/backup/reset.mjs', import.meta.url));

/** Every table as a checksum, without the lineages, which say where a row was written. */
async function checksums(client: Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const sums: Record<string, string> = {};
  for (const { name } of rows) {
    const found = await client.query<{ sum: string }>(
      `select md5(coalesce(string_agg(row::text, '' order by row::text), '')) as sum
         from (select to_jsonb(t) - 'lineage' as row from ${name} t) as rows`,
    );
    sums[name] = found.rows[0]?.sum ?? '';
  }
  return sums;
}

it('moves every row of many alarms unchanged, and finds a row that is missing', async () => {
  const [source, target] = [await createSeededDatabase(), await createSeededDatabase()];
  await asOwner(source, async (from) => {
    await addAlarms(from, ALARMS);
    await asOwner(target, async (to) => {
      const { rows } = await to.query<{ names: string }>(
        `select string_agg(tablename, ', ') as names from pg_tables
          where schemaname = 'public' and tablename <> 'migrations'`,
      );
      await to.query(`truncate ${rows[0]?.names} cascade`);
      const counts = await copyRows(from, to);
      expect(counts).toMatchObject({ alarms: ALARMS, alarm_events: ALARMS });
      expect(await differences(to, counts)).toEqual([]);
      expect(await checksums(to)).toEqual(await checksums(from));
      await to.query('delete from alarms where last_seq = 7');
      expect(await differences(to, counts)).toEqual(['alarms', 'alarm_events']);
    });
  });
});

it('deletes the embedded database once the name of its folder is typed, and nothing that backups need', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'resq-reset-'));
  const staying = ['ended.jsonl', 'erasures.jsonl', 'secrets.json'];
  for (const folder of ['postgres', 'postgres.before-resq_1']) mkdirSync(join(dataDir, folder));
  for (const file of [...staying, 'audit-head.json', 'audit-head.resq_1.json']) {
    writeFileSync(join(dataDir, file), '');
  }
  const reset = async (typed: string): Promise<number | null> => {
    const { DATABASE_URL: _, ...env } = process.env;
    const stdio = ['pipe', 'ignore', 'ignore'] as ['pipe', 'ignore', 'ignore'];
    const child = spawn(process.execPath, [RESET], { env: { ...env, DATA_DIR: dataDir }, stdio });
    child.stdin.end(`${typed}\n`);
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  };
  expect(await reset('resq')).toBe(1);
  expect(readdirSync(dataDir)).toHaveLength(7);
  expect(await reset(basename(dataDir))).toBe(0);
  expect(readdirSync(dataDir).sort()).toEqual(staying);
  rmSync(dataDir, { recursive: true });
});
