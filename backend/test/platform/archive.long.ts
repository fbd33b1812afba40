import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Person } from '../support/client.js';
import { call, signIn } from '../support/client.js';
import {
  command,
  hasDebian,
  query,
  REPOSITORY,
  startDebian,
  startNode,
  startProgram,
  useMachine,
} from '../support/operator.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** infra/backup/archive.sh and `npm run restore -- DIR --until TIME`, with Debian's PostgreSQL. */

const LIMIT_MS = 15 * 60_000;
const RESTORE = 'backup/restore.mjs';
const SCRIPT = join(REPOSITORY, 'infra/backup/archive.sh');
/** Without a limit these would stay: 320 MB. */
const SEGMENTS = 20;
const debianIt = hasDebian ? it : it.skip;
const machine = useMachine();

let ownerUrl: string;
let env: Record<string, string>;
let archive: string;

async function open(): Promise<void> {
  ownerUrl = await startDebian(['max_wal_size=64MB', 'min_wal_size=32MB']);
  env = {
    DATABASE_OWNER_URL: ownerUrl,
    DATABASE_URL: ownerUrl.replace('postgres@', 'resq_app:secret@'),
    DATA_DIR: join(machine.folder, 'data'),
  };
  archive = join(machine.folder, 'archive');
}

const bases = () =>
  existsSync(archive)
    ? readdirSync(archive)
        .filter((name) => existsSync(join(archive, name, 'manifest.json')))
        .sort()
    : [];

/** @returns a function that ends the archive */
async function startArchive(expected = 1): Promise<() => Promise<void>> {
  const script = startProgram(SCRIPT, [archive], { ...env, ARCHIVE_LIMIT: '32MB' });
  await until('a base backup is there', 5 * ARRIVES_MS, () => bases().length === expected);
  return async () => {
    script.kill('SIGTERM');
    await once(script, 'exit');
    await until('the server has noticed', ARRIVES_MS, async () => !(await isReceiving()));
  };
}

const isReceiving = async () =>
  (await query(ownerUrl, 'select from pg_replication_slots where active')).length > 0;

/** Waits until the archive has everything that is committed now. */
async function archived(): Promise<void> {
  const [now] = await query(ownerUrl, 'select pg_current_wal_flush_lsn()::text as lsn');
  await until('the archive has it', ARRIVES_MS, async () => {
    const sql = `select from pg_stat_replication where application_name = 'pg_receivewal'
                    and flush_lsn >= '${String(now?.['lsn'])}'`;
    return (await query(ownerUrl, sql)).length > 0;
  });
}

async function press(at: { url: string }, { buildingId, token }: Person): Promise<string> {
  const alarmId = randomUUID();
  const body = { alarmId, type: 'fire', separate: true };
  expect((await call(at, `POST /buildings/${buildingId}/alarms`, { token, body })).status).toBe(
    201,
  );
  return alarmId;
}

/** @returns a moment after all that is committed, and before all that follows */
async function moment(): Promise<string> {
  const sql = `select date_trunc('milliseconds', now()) + interval '1 ms' as moment from pg_sleep(0.01)`;
  const [row] = await query(ownerUrl, sql);
  return (row?.['moment'] as Date).toISOString();
}

const alarms = async () =>
  (await query(ownerUrl, 'select id from alarms order by raised_at')).map(({ id }) => id);

const databases = async () =>
  (await query(ownerUrl, 'select datname from pg_database order by 1')).map(
    (row) => row['datname'],
  );

debianIt(
  'brings back the moment between two presses, and is refused by name',
  async () => {
    await open();
    const node = await startNode(env);
    const karl = await signIn(node, 'karl');
    await startArchive();
    const first = await press(node, karl);
    const between = await moment();
    const second = await press(node, karl);
    const after = await moment();
    await press(node, karl);
    await archived();
    const before = { alarms: await alarms(), databases: await databases() };

    const refused = async (words: RegExp, dir = archive, until = between, keys = {}) => {
      const ran = await command({ ...env, ...keys }, RESTORE, dir, '--until', until);
      expect(ran).toEqual({ code: 1, output: expect.stringMatching(words) });
      expect({ alarms: await alarms(), databases: await databases() }).toEqual(before);
    };
    await refused(/Nodes use this database: 1/);
    await node.stop();
    await query(ownerUrl, 'delete from nodes');
    await refused(/other keys: REFRESH_KEY/, archive, between, {
      REFRESH_KEY: Buffer.alloc(32, 7).toString('base64'),
    });
    await refused(/The oldest backup in .* is younger/, archive, '2026-01-01T12:00:00Z');
    await refused(/The archive ends at \d{4}/, archive, '2099-01-01T12:00:00Z');
    await refused(/a moment with its zone/, archive, '2026-01-01 12:00');
    await refused(
      /newer release/,
      copied('newer', ({ migrations }) => migrations.push('Next')),
    );
    const truncated = copied('truncated');
    truncateSync(join(truncated, bases()[0] ?? '', 'base/PG_VERSION'), 1);
    await refused(/damaged: base\/PG_VERSION/, truncated);
    const cut = copied('cut');
    const [segment = ''] = readdirSync(join(cut, 'wal')).sort();
    truncateSync(join(cut, 'wal', segment), 1_000_000);
    await refused(/archive is damaged: .*wrong size/, cut);

    const restored = await command(env, RESTORE, archive, '--until', between);
    expect(restored).toEqual({
      code: 0,
      output: expect.stringContaining('the audit log is whole'),
    });
    expect(await alarms()).toEqual([first]);
    const later = await command(env, RESTORE, archive, '--until', after);
    expect(later.code).toBe(0);
    expect(await alarms()).toEqual([first, second]);
  },
  LIMIT_MS,
);

debianIt(
  'loses nothing while the archive is away, and does not fill the disk when it stays away',
  async () => {
    await open();
    const node = await startNode(env);
    const karl = await signIn(node, 'karl');
    const end = await startArchive();
    await end();
    const whileAway = await press(node, karl);
    const endAgain = await startArchive();
    await archived();
    await endAgain();

    for (let count = 0; count < SEGMENTS; count += 1) {
      await query(
        ownerUrl,
        `select pg_logical_emit_message(true, 'resq', 'fill'), pg_switch_wal()`,
      );
    }
    const inGap = await moment();
    await query(ownerUrl, 'checkpoint');
    const [disk] = await query(ownerUrl, 'select sum(size)::int as bytes from pg_ls_waldir()');
    expect(disk?.['bytes']).toBeLessThan((SEGMENTS / 2) * 16 * 1024 * 1024);
    const [slot] = await query(ownerUrl, 'select wal_status from pg_replication_slots');
    expect(slot).toEqual({ wal_status: 'lost' });

    await startArchive(2);
    const afterGap = await press(node, karl);
    await archived();
    await node.stop();
    await query(ownerUrl, 'delete from nodes');
    const lost = await command(env, RESTORE, archive, '--until', inGap);
    expect(lost.output).toMatch(/The archive ends at/);
    const restored = await command(env, RESTORE, archive, '--until', 'latest');
    expect(restored.output).toContain('the audit log is whole');
    expect(await alarms()).toEqual([whileAway, afterGap]);
    const ledger = readdirSync(join(archive, 'ledger'));
    expect(ledger).toContain('ended.jsonl');
  },
  LIMIT_MS,
);

debianIt(
  'begins with a base backup in a new folder, also while the server has kept all for the old one',
  async () => {
    await open();
    const node = await startNode(env);
    const karl = await signIn(node, 'karl');
    const end = await startArchive();
    await end();
    const whileAway = await press(node, karl);
    archive = join(machine.folder, 'new');
    await startArchive();
    const afterwards = await press(node, karl);
    await archived();
    await node.stop();
    await query(ownerUrl, 'delete from nodes');
    const restored = await command(env, RESTORE, archive, '--until', 'latest');
    expect(restored.output).toContain('the audit log is whole');
    expect(await alarms()).toEqual([whileAway, afterwards]);
  },
  LIMIT_MS,
);

interface Manifest {
  migrations: string[];
}

/** @returns a copy of the archive with another manifest */
function copied(name: string, change?: (manifest: Manifest) => void): string {
  const copy = join(machine.folder, name);
  cpSync(archive, copy, { recursive: true });
  const file = join(copy, bases()[0] ?? '', 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  change?.(manifest);
  writeFileSync(file, JSON.stringify(manifest));
  return copy;
}
