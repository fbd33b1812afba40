import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { call, newPerson } from '../support/client.js';
import { addAlarms } from '../support/ended-alarms.js';
import {
  command,
  embeddedAddress,
  hasDebian,
  query,
  REPOSITORY,
  startDebian,
  startNode,
  startOnce,
  startProgram,
  useMachine,
  withClient,
} from '../support/operator.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** The commands of an operator, with Debian's PostgreSQL and with the embedded one. */

const ALARMS = 10_000;
const LIMIT_MS = 15 * 60_000;

const machine = useMachine();

const debianIt = hasDebian ? it : it.skip;

debianIt(
  'a server is backed up, checked, restored beside the old database, and refused by name',
  async () => {
    const ownerUrl = await startDebian();
    const env = {
      DATABASE_OWNER_URL: ownerUrl,
      DATABASE_URL: ownerUrl.replace('postgres@', 'resq_app:secret@'),
      DATA_DIR: join(machine.folder, 'data'),
    };
    await startOnce(env);
    const backups = join(machine.folder, 'backups');
    await withClient(ownerUrl, async (client) => {
      await client.query('begin');
      await client.query('lock table devices');
      const script = join(REPOSITORY, 'infra/local/backup/backup.mjs');
      const interrupted = startProgram(process.execPath, [script, '--to', backups], env);
      await until('pg_dump waits for the table', 5 * ARRIVES_MS, async () => {
        const dumps = `select from pg_stat_activity where application_name = 'pg_dump'`;
        return (await query(ownerUrl, dumps)).length > 0;
      });
      expect(readdirSync(backups)).toHaveLength(1);
      interrupted.kill('SIGTERM');
      await once(interrupted, 'exit');
      expect(readdirSync(backups)).toEqual([]);
    });
    expect(await command(env, 'backup/backup.mjs', '--to', backups)).toMatchObject({ code: 0 });
    await query(ownerUrl, `update buildings set name = 'Ändrad'`);

    const foreign = { ...env, REFRESH_KEY: Buffer.alloc(32, 7).toString('base64') };
    const refused = await command(foreign, 'backup/restore.mjs', backups);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.output).toContain('other keys: REFRESH_KEY');
    await query(ownerUrl, 'insert into nodes values (gen_random_uuid(), now())');
    const used = await command(env, 'backup/restore.mjs', backups);
    expect(used.output).toContain('Stop them first');
    await query(ownerUrl, 'delete from nodes');

    const heads = () =>
      readdirSync(env.DATA_DIR)
        .filter((name) => name.startsWith('audit-head'))
        .map((name) => readFileSync(join(env.DATA_DIR, name), 'utf8'));
    const loaded = () =>
      query(ownerUrl, `select from pg_database where datname like 'resq_restored%'`);
    const before = heads();
    const restoring = command(env, 'backup/restore.mjs', backups);
    await until('the backup loads', 5 * ARRIVES_MS, async () => (await loaded()).length > 0);
    const late = await withClient(`${ownerUrl}?application_name=late`, () => restoring);
    expect(late).toEqual({ code: 1, output: expect.stringContaining('the database resq: late.') });
    expect([await loaded(), heads()]).toEqual([[], before]);

    const checked = await command(env, 'backup/check.mjs', backups);
    expect(checked.output).toContain('can be restored');
    expect(await query(ownerUrl, 'select distinct name from buildings')).toEqual([
      { name: 'Ändrad' },
    ]);
    const restored = await command(env, 'backup/restore.mjs', backups);
    expect(restored.output).toContain('the audit log is whole');
    expect(restored.code).toBe(0);
    const verified = await command(env, 'run-tool.mjs', 'audit-verify');
    expect(verified).toEqual({ code: 0, output: expect.stringContaining('The log is intact') });
    const names = await query(ownerUrl, 'select name from buildings');
    expect(names).not.toContainEqual({ name: 'Ändrad' });
    const databases = await query(ownerUrl, `select datname as name from pg_database`);
    expect(databases.filter(({ name }) => /_before_/.test(String(name)))).toHaveLength(1);
    await startOnce(env);
  },
  LIMIT_MS,
);

it(
  'the embedded database is backed up, checked and restored, and serves again',
  async () => {
    const env = { DATA_DIR: join(machine.folder, 'data'), DATABASE_URL: '' };
    await startOnce(env);
    const backups = join(machine.folder, 'backups');
    expect(await command(env, 'backup/backup.mjs', '--to', backups)).toMatchObject({ code: 0 });
    const checked = await command(env, 'backup/check.mjs', backups);
    expect(checked.output).toContain('can be restored');
    const restored = await command(env, 'backup/restore.mjs', backups);
    expect(restored.output).toContain('the audit log is whole');
    const left = readdirSync(env.DATA_DIR).filter((name) => name.startsWith('postgres.before-'));
    expect(left).toHaveLength(1);
    await startOnce(env);
  },
  LIMIT_MS,
);

it(
  'whoever was erased since a backup stays erased, also when a reset comes before its restore',
  async () => {
    const env = { DATA_DIR: join(machine.folder, 'data'), DATABASE_URL: '' };
    const node = await startNode(env);
    const siv = await newPerson(node, { name: 'Siv Sivertsson', apartment: '1402' });
    const backups = join(machine.folder, 'backups');
    expect(await command(env, 'backup/backup.mjs', '--to', backups)).toMatchObject({ code: 0 });
    const closing = { token: siv.token, body: { password: 'hemligt-nog' } };
    expect((await call(node, 'POST /auth/me/close', closing)).status).toBe(204);
    const found = () =>
      query(embeddedAddress(env.DATA_DIR), `select from users where id = '${siv.userId}'`);
    await until('she is erased', ARRIVES_MS, async () => (await found()).length === 0);
    const ledger = join(env.DATA_DIR, 'ended.jsonl');
    await until('the ledger has it', ARRIVES_MS, () =>
      Promise.resolve(
        existsSync(ledger) && readFileSync(ledger, 'utf8').includes('account.closed'),
      ),
    );
    await node.stop();

    const script = join(REPOSITORY, 'infra/local/backup/reset.mjs');
    const { status } = spawnSync(process.execPath, [script], {
      env: { ...process.env, ...env },
      input: 'data\n',
    });
    expect(status).toBe(0);
    const restored = await command(env, 'backup/restore.mjs', backups);
    expect(restored.output).toMatch(/[1-9]\d* acts were ended again/);
    const again = await startNode(env);
    expect(await found()).toEqual([]);
    await again.stop();
  },
  LIMIT_MS,
);

debianIt(
  'the embedded database of 10,000 alarms moves to a server, with a whole audit log, and is deleted',
  async () => {
    const target = await startDebian();
    const env = { DATA_DIR: join(machine.folder, 'data'), DATABASE_URL: '' };
    const node = await startNode(env);
    await withClient(embeddedAddress(env.DATA_DIR), (client) => addAlarms(client, ALARMS));
    const counted = `select (select count(*) from alarms) as alarms, (select count(*) from audit_log) as acts`;
    const before = await query(embeddedAddress(env.DATA_DIR), counted);
    const used = await command(env, 'backup/move.mjs', target);
    expect(used.output).toContain('Stop it first');
    await node.stop();
    const moved = await command(env, 'backup/move.mjs', target);
    expect(moved).toEqual({ code: 0, output: expect.stringContaining('The log is intact') });
    expect(await query(target, counted)).toEqual(before);
    expect(before).toEqual([expect.objectContaining({ alarms: String(ALARMS) })]);
    const again = await command(env, 'backup/move.mjs', target);
    expect(again.output).toContain('not empty');
    await startOnce({ DATABASE_URL: target, DATA_DIR: env.DATA_DIR });
  },
  LIMIT_MS,
);

debianIt(
  'each psql command of the runbooks runs, and ends the wait for a lost standby',
  async () => {
    const address = await startDebian();
    await query(address, `alter system set synchronous_standby_names = 'gone'`);
    await query(address, 'select pg_reload_conf()');
    const waiting = withClient(address, (client) => client.query('create table waits ()'));
    await until('the commit waits', ARRIVES_MS, async () => {
      const sql = `select from pg_stat_activity where wait_event = 'SyncRep'`;
      return (await query(address, sql)).length > 0;
    });
    const { hostname, port } = new URL(address);
    const env = { ...process.env, PGHOST: hostname, PGPORT: port, PGUSER: 'postgres' };
    const page = readFileSync(join(REPOSITORY, 'docs/runbooks.md'), 'utf8');
    const lines = page.match(/^psql .*$/gm) ?? [];
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) {
      const { status, stderr } = spawnSync('bash', ['-c', line], { env, encoding: 'utf8' });
      expect([line, status, stderr]).toEqual([line, 0, '']);
    }
    await waiting;
  },
  LIMIT_MS,
);
