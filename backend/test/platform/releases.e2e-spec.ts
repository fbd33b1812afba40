import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { faultsOf } from '../../../infra/local/check-migrations.mjs';
import { ConfigError } from '../../src/platform/config.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { schema } from '../../src/schema.js';
import { asOwner, createDatabase, ownerUrlOf } from '../support/create-database.js';
import { nextSchema } from '../support/next-schema.js';
import { createSeededDatabase } from '../support/seeded-database.js';

/** Two releases on one database, as during an upgrade and after a rollback. */

const PROGRAM = join(__dirname, '../../dist/migrate.js');
const options = { logger: { warn: jest.fn() } };

const migrated = async () => ownerUrlOf(await createSeededDatabase());

/** The last migration of 0.2.0. */
const RELEASED = 'Mutes1764600000000';

it('migrates a database of the last release in which neighbours live', async () => {
  const url = ownerUrlOf(await createDatabase());
  const { migrations } = schema;
  const released = migrations.slice(0, migrations.findIndex(({ name }) => name === RELEASED) + 1);
  await migrate(url, { ...schema, migrations: released }, options);
  const members = await asOwner(url, async (owner) => {
    await owner.query(
      `insert into buildings (id, name, address, created_at) values (gen_random_uuid(), 'Eken', 'Storgatan 12', now())`,
    );
    return owner.query(
      `with people as (
         insert into users (id, email, password_hash, password_is_long, created_at)
         select gen_random_uuid(), n || '@resq.example', '-', false, now() from generate_series(1, 2) n
         returning id
       )
       insert into memberships (id, user_id, building_id, role, status, name, apartment, created_at)
       select gen_random_uuid(), p.id, b.id, 'resident', 'active', 'Granne', '1101', now()
         from people p, buildings b`,
    );
  });
  expect(members.rowCount).toBe(2);
  await migrate(url, schema, options);
  const found = await asOwner(url, (owner) => owner.query('select home from memberships'));
  expect(found.rows).toEqual([{ home: '/1101' }, { home: '/1101' }]);
});

it('runs on the schema of the next release, and leaves the rights to it', async () => {
  const url = await migrated();
  const afterwards = jest.fn(() => Promise.resolve());
  await migrate(url, nextSchema('create table newer (id uuid)'), options, afterwards);
  expect(afterwards).toHaveBeenCalledTimes(1);
  await migrate(url, schema, options, afterwards);
  expect(afterwards).toHaveBeenCalledTimes(1);
});

it('does not run on a schema that needs a newer release, and changes nothing', async () => {
  const url = await migrated();
  await migrate(url, nextSchema('99.10.0'), options);
  const refused = migrate(url, nextSchema('create table newer (id uuid)'), options);
  await expect(refused).rejects.toThrow(ConfigError);
  await expect(refused).rejects.toMatchObject({ faults: [expect.stringContaining('99.10.0')] });
  const found = await asOwner(url, (owner) => owner.query(`select to_regclass('newer') as newer`));
  expect(found.rows).toEqual([{ newer: null }]);
  const { status, stderr } = migrateBy(url);
  expect([status, stderr]).toEqual([1, expect.stringContaining('needs release 99.10.0')]);
});

it('runs on a schema that needs this release or an older one', async () => {
  const url = await migrated();
  await migrate(url, nextSchema('0.2.0'), options);
  await expect(migrate(url, schema, options)).resolves.toBeUndefined();
});

it('migrates by a program that ends, with the addresses alone', async () => {
  const url = ownerUrlOf(await createDatabase());
  const { status, stdout } = migrateBy(url);
  expect([status, stdout]).toEqual([0, expect.stringContaining('the database is up to date')]);
  const count = await asOwner(url, (owner) => owner.query('select 1 from migrations'));
  expect(count.rowCount).toBe(schema.migrations.length);
  expect(migrateBy('').status).toBe(1);
});

function migrateBy(url: string) {
  const env = { PATH: process.env['PATH'], DATABASE_URL: url, DATABASE_OWNER_URL: url };
  return spawnSync(process.execPath, [PROGRAM], { env, encoding: 'utf8' });
}

it.each([
  [200, 0],
  [503, 1],
])(
  'says by its exit that a node answers %s: the next one follows, or not',
  async (status, code) => {
    const node = createServer((_request, response) => response.writeHead(status).end()).listen(0);
    await once(node, 'listening');
    const { port } = node.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/api/health/ready`;
    const child = spawn(process.execPath, [join(__dirname, '../../dist/healthy.js'), url]);
    expect(await once(child, 'exit')).toEqual([code, null]);
    node.close();
  },
);

describe('npm run check', () => {
  const sourceOf = (sql: string, stamp = '1999999999999') =>
    `export class Changed${stamp} {\n async up() { run(\`${sql}\`) }\n async down() { run('drop table alarms') }\n}`;

  it.each([
    ['drop table alarms', 'drops'],
    ['ALTER TABLE alarms DROP COLUMN note', 'drops'],
    ['alter table alarms rename column note to text', 'renames'],
    ['alter table alarms rename to old_alarms', 'renames'],
    ['alter table alarms alter column note set not null', 'requires a value'],
    ['alter table alarms alter note type uuid', 'changes a type'],
    ['alter table alarms add column floor integer not null', 'adds a column'],
    ['alter table alarms add a integer default 1, add b integer not null', 'adds a column'],
  ])('refuses a migration: %s', (sql, what) => {
    expect(faultsOf(sourceOf(sql))).toEqual([
      expect.stringContaining(`Changed1999999999999 ${what}`),
    ]);
  });

  it.each([
    'create table floors (id uuid not null)',
    'alter table alarms add column floor integer',
    'alter table alarms add column floor integer not null default 0',
    'alter table alarms add constraint alarms_floor check (floor is not null)',
  ])('accepts a migration: %s', (sql) => {
    expect(faultsOf(sourceOf(sql))).toEqual([]);
  });

  it('accepts a removal that names the first release without it, and older migrations', () => {
    const named = sourceOf('drop table x').replace('run(', "requireRelease(runner, '0.3.0'); run(");
    expect(faultsOf(named)).toEqual([]);
    expect(faultsOf(sourceOf('drop table x', '1765430000000'))).toEqual([]);
  });
});
