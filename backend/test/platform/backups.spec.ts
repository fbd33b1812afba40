import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBeside, dropBeside, swap } from '../../../infra/local/backup/dump.mjs';
import { connected, requireNoNode } from '../../../infra/local/backup/installation.mjs';
import {
  findBackup,
  nameOf,
  requireFitting,
  retire,
  writeManifest,
} from '../../../infra/local/backup/manifest.mjs';
import { setAuditHeadAside } from '../../../infra/local/backup/restored.mjs';
import { isAlive } from '../../../infra/local/processes.mjs';
import { createSeededDatabase } from '../support/seeded-database.js';
import { asOwner, ownerUrlOf } from '../support/create-database.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

const DAY_MS = 24 * 60 * 60_000;
const NOW = Date.parse('2026-11-27T12:00:00.000Z');
const own = { migrations: ['First'], keys: { AUDIT_KEY: ['new', 'old'] }, major: 18 };

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'resq-backups-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a backup of that age. @returns its folder */
async function backUp(ageDays = 0, change: object = {}): Promise<string> {
  const at = new Date(NOW - ageDays * DAY_MS);
  const dir = join(folder, nameOf(at));
  mkdirSync(join(dir, 'cluster'), { recursive: true });
  writeFileSync(join(dir, 'cluster', 'rows'), 'many rows');
  await writeManifest(dir, {
    kind: 'cluster',
    release: '0.2.0',
    server: '18.4',
    migrations: ['First'],
    at: at.toISOString(),
    rows: {},
    keys: { AUDIT_KEY: 'old' },
    ...change,
  });
  return dir;
}

const checked = async (change?: object): Promise<void> => {
  const { dir, manifest } = findBackup(await backUp(0, change));
  await requireFitting(dir, manifest, own);
};

it('accepts a backup of these keys and this release, and chooses the newest one', async () => {
  await backUp(1);
  const newest = await backUp();
  const { dir, manifest } = findBackup(folder);
  expect(dir).toBe(newest);
  await expect(requireFitting(dir, manifest, own)).resolves.toBeUndefined();
});

it.each([
  [
    'a newer release',
    { migrations: ['First', 'Next'], release: '0.9.0' },
    /newer release \(0.9.0\)/,
  ],
  ['another PostgreSQL', { server: '19.1' }, /PostgreSQL 19.1/],
  ['a dump of a newer PostgreSQL', { kind: 'dump', server: '19.1' }, /PostgreSQL 19.1/],
  ['other keys', { keys: { AUDIT_KEY: 'foreign' } }, /other keys: AUDIT_KEY/],
] as [string, object, RegExp][])('refuses a backup of %s by name', async (_what, change, words) => {
  await expect(checked(change)).rejects.toThrow(words);
});

it('refuses a truncated backup, a damaged manifest, and a folder without a backup', async () => {
  const dir = await backUp();
  truncateSync(join(dir, 'cluster', 'rows'), 4);
  const { manifest } = findBackup(dir);
  await expect(requireFitting(dir, manifest, own)).rejects.toThrow(/damaged: cluster\/rows/);
  writeFileSync(join(dir, 'manifest.json'), '{ "kind":');
  expect(() => findBackup(dir)).toThrow(/manifest .* is damaged/);
  expect(() => findBackup(join(folder, 'nothing'))).toThrow(/no backup/);
});

it('deletes backups after 14 days, also unfinished ones, but never the last finished one', async () => {
  for (const ageDays of [30, 15, 13]) await backUp(ageDays);
  const unfinished = [20, 0].map((ageDays) => nameOf(new Date(NOW - ageDays * DAY_MS)));
  for (const name of [...unfinished, 'resq-notes']) mkdirSync(join(folder, name));
  const retireAt = (nowMs: number): void =>
    retire(folder, nowMs, (path) => rmSync(path, { recursive: true }));
  retireAt(NOW);
  const last = nameOf(new Date(NOW - 13 * DAY_MS));
  expect(readdirSync(folder).sort()).toEqual([last, unfinished[1], 'resq-notes']);
  retireAt(NOW + 60 * DAY_MS);
  expect(readdirSync(folder).sort()).toEqual([last, 'resq-notes']);
});

it('removes the folder of a backup that is interrupted, once its program has ended', async () => {
  const [dir, pidFile] = [join(folder, 'backup'), join(folder, 'pid')];
  const modules = ['backup/manifest', 'children', 'lifecycle'].map((name) =>
    JSON.stringify(join(__dirname, `../../../infra/local/${name}.mjs`)),
  );
  // It writes until its end.
  const program = `trap 'mkdir -p ${dir}/rows; exit' INT; echo $$ >${pidFile}; tail -f /dev/null`;
  const script = `
    const [{ inNewFolder }, { run }, { live }] = await Promise.all(
      [${modules.join()}].map((path) => import(path)));
    const dir = ${JSON.stringify(dir)};
    await live(() => inNewFolder(dir, () => run(['bash', '-c', ${JSON.stringify(program)}])));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  const pid = (): number => Number(existsSync(pidFile) && readFileSync(pidFile, 'utf8'));
  await until('the program runs', ARRIVES_MS, () => Promise.resolve(pid() > 0));
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([130, null]);
  await until('the program has ended', ARRIVES_MS, () => Promise.resolve(!isAlive(pid())));
  expect(existsSync(dir)).toBe(false);
});

it('refuses a restore while a node uses the database', async () => {
  const address = await createSeededDatabase();
  const owner = ownerUrlOf(address);
  await expect(connected(owner, requireNoNode)).resolves.toBeUndefined();
  await asOwner(address, (client) =>
    client.query('insert into nodes (id, alive_at) values (gen_random_uuid(), now())'),
  );
  await expect(connected(owner, requireNoNode)).rejects.toThrow('Nodes use this database: 1');
});

it('refuses a restore while anything else is connected, by its name, before and at the swap', async () => {
  const address = await createSeededDatabase();
  const owner = ownerUrlOf(address);
  const name = new URL(owner).pathname.slice(1);
  const names = { fresh: `${name}_fresh`, old: `${name}_old` };
  await createBeside(owner, names.fresh);
  const probe = new URL(address);
  probe.searchParams.set('application_name', 'resq-probe');
  await connected(probe.toString(), async () => {
    const refusal = `Others use the database ${name}: resq-probe. Stop them first.`;
    await expect(connected(owner, requireNoNode)).rejects.toThrow(refusal);
    await expect(swap(owner, names)).rejects.toThrow(refusal);
  });
  await swap(owner, names);
  await dropBeside(owner, names.old);
});

it.each(['the old end', ''])('puts the end of the audit log back as it was: "%s"', (before) => {
  const head = join(folder, 'audit-head.json');
  const read = (): string => (existsSync(head) ? readFileSync(head, 'utf8') : '');
  if (before) writeFileSync(head, before);
  const { putBack } = setAuditHeadAside(folder, 'now');
  expect(read()).toBe('');
  writeFileSync(head, 'the end of a restore that failed');
  putBack();
  expect(read()).toBe(before);
});
