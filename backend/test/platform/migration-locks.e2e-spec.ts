import { randomUUID } from 'node:crypto';
import { migrate } from '../../src/platform/database/migrate.js';
import { useBuilding } from '../support/building.js';
import { call } from '../support/client.js';
import { asOwner, ownerUrlOf } from '../support/create-database.js';
import { nextSchema } from '../support/next-schema.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** A reader, for example a dump, holds a table that a migration changes, while neighbours press. */

const building = useBuilding();

// The changed schema is of no use to another test.
afterEach(() => building.app.close());

const next = nextSchema('alter table alarms add column widened integer');

/** The application's role does not see the waits of the owner. */
const WAITING = `select 1 from pg_stat_activity
  where datname = current_database() and application_name = 'resq-schema' and wait_event_type = 'Lock'`;

const press = () => {
  const { app, karl } = building;
  const body = { alarmId: randomUUID(), type: 'fire', separate: true };
  return call(app, `POST /buildings/${karl.buildingId}/alarms`, { token: karl.token, body });
};

it('saves each press while a migration waits for a reader, and names the reader when it gives up', async () => {
  const { database, databaseUrl } = building.app;
  const warn = jest.fn();
  let migrating: Promise<void> | undefined;
  const watcher = async (sql: string) =>
    asOwner(databaseUrl, async (owner) => (await owner.query(sql)).rowCount ?? 0);
  await asOwner(databaseUrl, async (reader) => {
    await reader.query(`set application_name = 'a-dump'; begin; select count(*) from alarms`);
    const impatient = migrate(ownerUrlOf(databaseUrl), next, { logger: { warn }, patienceMs: 1 });
    await expect(impatient).rejects.toThrow(/a-dump/);
    expect(warn).not.toHaveBeenCalled();
    migrating = migrate(ownerUrlOf(databaseUrl), next, { logger: { warn } });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await until('the migration waits', ARRIVES_MS, async () => (await watcher(WAITING)) > 0);
      expect((await press()).status).toBe(201);
    }
    await reader.query('commit');
  });
  await migrating;
  const blocker = expect.objectContaining({ application: 'a-dump', pid: expect.any(Number) });
  expect(warn).toHaveBeenCalledWith({ blockers: [blocker] }, expect.any(String));
  expect(await database.query('select widened from alarms')).toHaveLength(2);
  expect((await press()).status).toBe(201);
});
