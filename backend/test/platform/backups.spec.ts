import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connected, requireNoNode } from '../../../infra/local/backup/installation.mjs';
import {
  findBackup,
  nameOf,
  requireFitting,
  retire,
  writeManifest,
} from '../../../infra/local/backup/manifest.mjs';
import { createSeededDatabase } from '../support/seeded-database.js';
import { asOwner, ownerUrlOf } from '../support/create-database.js';

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

it('deletes backups after 14 days, but never the last one, nor one that is not finished', async () => {
  for (const ageDays of [30, 15, 13]) await backUp(ageDays);
  mkdirSync(join(folder, nameOf(new Date(NOW))));
  const removed: string[] = [];
  retire(folder, NOW, (path) => removed.push(path));
  expect(removed).toHaveLength(2);
  removed.forEach((path) => rmSync(path, { recursive: true }));
  retire(folder, NOW + 60 * DAY_MS, () => {
    throw new Error('the last one must stay');
  });
  expect(readdirSync(folder)).toHaveLength(2);
  expect(existsSync(findBackup(folder).dir)).toBe(true);
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
