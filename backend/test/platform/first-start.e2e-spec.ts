import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { DataSource } from 'typeorm';
import { freePort } from '../../../infra/local/ports.mjs';
import { boot } from '../../src/boot.js';
import { DEMO_ADMIN } from '../../src/modules/demo/demo-residents.js';
import { HashThread } from '../../src/modules/auth/passwords/hash-thread.js';
import { signIn } from '../support/client.js';
import { asOwner, createDatabase, ownerUrlOf } from '../support/create-database.js';
import { ORIGIN } from '../support/start-app.js';

const OPEN = `select query from pg_stat_activity
  where datname = current_database() and state = 'idle in transaction'`;

let databaseUrl: string;
let dataDir: string;

beforeEach(async () => {
  databaseUrl = await createDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'resq-demo-'));
});

afterEach(() => {
  jest.restoreAllMocks();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start() {
  const port = await freePort();
  const node = await boot({
    PORT: String(port),
    PUBLIC_URL: ORIGIN,
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: ownerUrlOf(databaseUrl),
    DATA_DIR: dataDir,
    DEMO: 'on',
    LOG_LEVEL: 'silent',
  });
  await node.ready;
  return { ...node, url: `http://127.0.0.1:${port}` };
}

it('hashes the password of the demo outside transactions, and not at the next start', async () => {
  // On a busy machine a hash takes longer than the database lets a transaction be idle.
  const seen: unknown[] = [];
  const hashed = jest.spyOn(HashThread.prototype, 'hash').mockImplementation(async (password) => {
    seen.push(...(await asOwner(databaseUrl, (owner) => owner.query(OPEN))).rows);
    return hash(password);
  });
  const first = await start();
  expect(hashed).toHaveBeenCalled();
  expect(seen).toEqual([]);
  const [name = ''] = DEMO_ADMIN.email.split('@');
  expect((await signIn(first, name)).token).toBeTruthy();
  await first.close();
  hashed.mockClear();
  await (await start()).close();
  expect(hashed).not.toHaveBeenCalled();
});

it('runs migrations on an empty database, and none on one that has them all', async () => {
  const migrated = jest.spyOn(DataSource.prototype, 'runMigrations');
  await (await start()).close();
  expect(migrated).toHaveBeenCalledTimes(1);
  await (await start()).close();
  expect(migrated).toHaveBeenCalledTimes(1);
});
