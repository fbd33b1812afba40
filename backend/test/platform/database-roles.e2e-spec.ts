import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../../infra/local/ports.mjs';
import { boot } from '../../src/boot.js';
import { createLogger } from '../../src/platform/logging.js';
import { prepareDatabase } from '../../src/prepare-database.js';
import { asOwner, createDatabase, onServer, ownerUrlOf } from '../support/create-database.js';
import { startApp, type TestApp } from '../support/start-app.js';

describe("the application's role", () => {
  let app: TestApp;

  beforeAll(async () => {
    // No job of its own seals rows beside the test.
    app = await startApp({ env: { ROLE: 'api' } });
  });

  afterAll(() => app.close());

  const sql = <T>(text: string) => app.database.query<T[]>(text);

  it('is no superuser, may create neither roles nor databases, and owns nothing', async () => {
    const [role] = await sql(
      `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls
         from pg_roles where rolname = current_user`,
    );
    expect(Object.values(role as object)).toEqual([false, false, false, false, false]);
    const owned = await sql(
      `select relname from pg_class where relowner = current_user::regrole
       union all select datname from pg_database where datdba = current_user::regrole
       union all select nspname from pg_namespace where nspowner = current_user::regrole
       union all select proname from pg_proc where proowner = current_user::regrole`,
    );
    expect(owned).toEqual([]);
  });

  it.each([
    'update audit_log set details = details',
    'update audit_log set seq = null, hash = null',
    'delete from audit_log',
    'truncate audit_log',
    'drop table audit_log',
    'alter table audit_log disable trigger all',
    `insert into audit_checkpoint values (gen_random_uuid(), 1, '', '')`,
    'update audit_checkpoint set seq = 1',
    'delete from audit_checkpoint',
    'delete from migrations',
    'delete from bullmq.migration',
    'create table public.mine (id integer)',
    'set role postgres',
    `create or replace function audit_retire(last integer, mac text) returns integer
       language sql as 'select 1'`,
  ])('may not: %s', async (statement) => {
    await expect(sql(statement)).rejects.toThrow(/permission denied|must be owner/);
  });

  it('may not delete young rows of the audit log, or seal a row twice, by its functions', async () => {
    await sql(
      `insert into audit_log (id, at, action) values
         ('${randomUUID()}', now() - interval '13 months', 'session.refused'),
         ('${randomUUID()}', now(), 'session.refused')`,
    );
    await sql(
      `select audit_seal((select jsonb_agg(jsonb_build_object('id', id, 'seq', n, 'hash', 'h'))
         from (select id, row_number() over (order by at) as n from audit_log where seq is null) u))`,
    );
    const rows = () => sql<object>('select * from audit_log order by seq');
    const before = await rows();
    const [{ last }] = (await sql('select max(seq) as last from audit_log')) as [{ last: number }];
    expect(await sql(`select audit_retire(${last}, '') as seq`)).toEqual([{ seq: null }]);
    await sql(
      `select audit_seal((select jsonb_agg(jsonb_build_object('id', id, 'seq', seq + 1000, 'hash', ''))
         from audit_log))`,
    );
    expect(await rows()).toEqual(before);
    expect(await sql(`select audit_retire(1, '') as seq`)).toEqual([{ seq: 1 }]);
    expect(await rows()).toEqual(before.slice(1));
  });
});

describe('a database that is being prepared', () => {
  const secret = randomUUID();
  let role: string;
  let ownerUrl: string;
  let databaseUrl: string;
  let dataDir: string;

  beforeEach(async () => {
    role = `app_${randomUUID().replaceAll('-', '')}`;
    ownerUrl = ownerUrlOf(await createDatabase());
    databaseUrl = Object.assign(new URL(ownerUrl), { username: role, password: secret }).toString();
    dataDir = mkdtempSync(join(tmpdir(), 'resq-roles-'));
  });

  afterEach(() => {
    process.removeAllListeners('unhandledRejection');
    rmSync(dataDir, { recursive: true, force: true });
  });

  const logger = createLogger('silent');
  const prepare = (urls: { databaseUrl: string; databaseOwnerUrl: string }) =>
    prepareDatabase(urls, logger);

  async function start(env: Record<string, string>) {
    const [PORT, METRICS_PORT] = [String(await freePort()), String(await freePort())];
    const ports = { PORT, METRICS_PORT, LOG_LEVEL: 'silent', DATA_DIR: dataDir };
    const node = await boot({ ...ports, ...env });
    await node.ready.finally(() => node.close());
  }

  it('gets the role that DATABASE_URL names, whose password is never sent', async () => {
    const both = { databaseUrl, databaseOwnerUrl: ownerUrl };
    await Promise.all([prepare(both), prepare(both)]);
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query('select 1 from audit_log');
    await expect(client.query('delete from audit_log')).rejects.toThrow('permission denied');
    await client.end();
    const stored = await onServer(async (server) => {
      const { rows } = await server.query<{ rolpassword: string }>(
        'select rolpassword from pg_authid where rolname = $1',
        [role],
      );
      return rows[0]?.rolpassword;
    });
    expect(stored).toMatch(/^SCRAM-SHA-256\$4096:/);
  });

  it('serves a node that has no address of the owner, once another node has prepared it', async () => {
    await prepare({ databaseUrl, databaseOwnerUrl: ownerUrl });
    await start({ DATABASE_URL: databaseUrl });
    // The queues write these rows when they are open.
    const jobs = `select name from outbox where name = 'audit.seal'`;
    expect(await asOwner(ownerUrl, async (owner) => (await owner.query(jobs)).rowCount)).toBe(1);
  });

  it('serves a node that only has the address of the owner, which says so in one line', async () => {
    const line = jest.spyOn(logger, 'warn');
    await prepare({ databaseUrl: ownerUrl, databaseOwnerUrl: ownerUrl });
    expect(line.mock.calls).toEqual([[{ role: 'postgres' }, expect.stringContaining('audit log')]]);
    line.mockClear();
    await prepare({ databaseUrl, databaseOwnerUrl: ownerUrl });
    expect(line).not.toHaveBeenCalled();
    await start({ DATABASE_URL: ownerUrl });
  });

  it('leaves the owner its rights when both addresses name the same role', async () => {
    const own = Object.assign(new URL(ownerUrl), { username: role, password: secret }).toString();
    await onServer(async (server) => {
      await server.query(`create role ${role} login password '${secret}'`);
      await server.query(`alter database ${new URL(own).pathname.slice(1)} owner to ${role}`);
    });
    const pooled = `${own}?application_name=pooled`;
    await prepare({ databaseUrl: pooled, databaseOwnerUrl: own });
    const client = new pg.Client({ connectionString: own });
    await client.connect();
    await client.query('update migrations set name = name');
    await client.query('update audit_log set details = details');
    await client.end();
  });

  it('gives the functions of the audit log to its role alone, as a restore gives them to everybody', async () => {
    const urls = { databaseUrl, databaseOwnerUrl: ownerUrl };
    await prepare(urls);
    const functions = ['audit_seal(jsonb)', 'audit_retire(integer, text)'];
    await asOwner(ownerUrl, (owner) =>
      owner.query(`grant execute on function ${functions.join()} to public`),
    );
    await prepare(urls);
    const { rows } = await asOwner(ownerUrl, (owner) =>
      owner.query<{ everybody: boolean; own: boolean }>(
        `select has_function_privilege('public', f, 'execute') as everybody,
                has_function_privilege($2, f, 'execute') as own from unnest($1::text[]) f`,
        [functions, role],
      ),
    );
    expect(rows).toEqual(functions.map(() => ({ everybody: false, own: true })));
  });

  it('takes back what the role was allowed to do before', async () => {
    await prepare({ databaseUrl, databaseOwnerUrl: ownerUrl });
    await asOwner(ownerUrl, (owner) => owner.query(`grant all on audit_log to ${role}`));
    await prepare({ databaseUrl, databaseOwnerUrl: ownerUrl });
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await expect(client.query('truncate audit_log')).rejects.toThrow('permission denied');
    await client.end();
  });
});
