import { randomUUID } from 'node:crypto';
import { migrate } from '../../src/platform/database/migrate.js';
import { call, signIn } from '../support/client.js';
import { asOwner, ownerUrlOf } from '../support/create-database.js';
import { nextSchema } from '../support/next-schema.js';
import { startApp } from '../support/start-app.js';
import { promised } from '../support/wait-until.js';

const READS_S = 20;
const DELAYED_MS = 1_000;

it('a reader of `alarms` for 20 s delays no press by a second while a migration waits for it', async () => {
  const app = await startApp({ env: { RATE_LIMITS: 'off' } });
  const { token, buildingId } = await signIn(app, 'karl');
  const warn = jest.fn();
  let isReading = true;
  const reading = asOwner(app.databaseUrl, (reader) =>
    reader.query(`begin; select count(*) from alarms; select pg_sleep(${READS_S}); commit`),
  ).finally(() => (isReading = false));
  const next = nextSchema('alter table alarms add column widened integer');
  const migrating = migrate(ownerUrlOf(app.databaseUrl), next, { logger: { warn } });
  const tookMs: number[] = [];
  while (isReading) {
    const alarmId = randomUUID();
    const body = { alarmId, type: 'fire' };
    const since = performance.now();
    const { status } = await call(app, `POST /buildings/${buildingId}/alarms`, { token, body });
    tookMs.push(performance.now() - since);
    expect(status).toBe(201);
    const end = { token, body: { outcome: 'resolved' } };
    expect((await call(app, `POST /alarms/${alarmId}/end`, end)).status).toBe(200);
  }
  await Promise.all([reading, migrating]);
  // The migration had waited: otherwise nothing was delayed that could have been.
  expect(warn).toHaveBeenCalledWith({ blockers: [expect.anything()] }, expect.any(String));
  expect(tookMs.length).toBeGreaterThan(10);
  expect(Math.max(...tookMs)).toBeLessThan(promised(DELAYED_MS));
  expect(await app.database.query('select widened from alarms')).toHaveLength(tookMs.length);
  await app.close();
}, 120_000);
