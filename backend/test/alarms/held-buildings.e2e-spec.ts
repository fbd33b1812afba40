import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { percentile } from '../../../infra/local/percentile.mjs';
import type { Health } from '../../src/contract/http.js';
import {
  callOnce,
  newPerson,
  openTab,
  signIn,
  untilSaved,
  type Person,
} from '../support/client.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { promised } from '../support/wait-until.js';

/** Foreign transactions hold the rows of some buildings; the others must not notice. */

const HELD = 16;
const PRESSES_EACH = 3;
const ROUNDS = 30;
/** The connections for everything but presses and the pump. */
const COMMON_POOL = 12;
/** The bound of the contract, with room for the noise of a busy machine. */
const FACTOR = 2;
const NOISE_MS = 60;

let app: TestApp;
let otto: Person;
let held: { token: string; buildingId: string }[];

beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMITS: 'off' } });
  otto = await signIn(app, 'otto');
  held = [];
  for (let n = 0; n < HELD; n += 1) held.push(await newBuilding());
});

afterAll(() => app.close());

/** Creates a building with one member, who has pressed once. */
async function newBuilding() {
  const { userId, token } = await newPerson(app);
  const buildingId = randomUUID();
  await app.database.query(
    `with house as (
       insert into buildings (id, name, address, created_at) values ($1, 'Hus', 'Gatan 1', now())
     )
     insert into memberships (id, building_id, user_id, role, status, may_send, name, apartment,
                              created_at)
     values (gen_random_uuid(), $1, $2, 'manager', 'active', true, 'Granne', '1001', now())`,
    [buildingId, userId],
  );
  await press(token, buildingId);
  return { token, buildingId };
}

const press = (token: string, buildingId: string, alarmId: string = randomUUID()) =>
  callOnce(app, `POST /buildings/${buildingId}/alarms`, { token, body: { alarmId, type: 'fire' } });

/**
 * Presses in the free building, one after the other, and as a tab does: on a slow machine a crowd in
 * other buildings leaves no room for a moment.
 * @returns the times in ms
 */
async function pressFree(): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    const since = performance.now();
    const alarmId = randomUUID();
    const { status } = await untilSaved(() => press(otto.token, otto.buildingId, alarmId));
    expect(status).toBeLessThan(300);
    times.push(performance.now() - since);
  }
  return times;
}

it('an alarm is saved and shown while every other connection of the node is taken', async () => {
  const tab = await openTab(app, otto);
  const runners = Array.from({ length: COMMON_POOL }, () => app.database.createQueryRunner());
  await Promise.all(runners.map((runner) => runner.connect()));
  try {
    const body = { alarmId: randomUUID(), type: 'medical', separate: true };
    const path = `POST /buildings/${otto.buildingId}/alarms`;
    expect((await callOnce(app, path, { token: otto.token, body })).status).toBe(201);
    expect(await tab.until('alarm:event')).toMatchObject({ alarm: { id: body.alarmId } });
  } finally {
    await Promise.all(runners.map((runner) => runner.release()));
    tab.close();
  }
});

/** Presses in the free building beside a crowd in the others. @returns the 99th percentile in ms */
async function pressBesideCrowd(): Promise<number> {
  const crowd = held.flatMap(({ token, buildingId }) =>
    Array.from({ length: PRESSES_EACH }, () => press(token, buildingId)),
  );
  const p99 = percentile(await pressFree(), 0.99);
  expect((await callOnce<Health>(app, 'GET /health/ready')).status).toBe(200);
  for (const { status } of await Promise.all(crowd)) expect([200, 201, 503]).toContain(status);
  return p99;
}

it('any number of held buildings slows no press of another one, and takes no readiness', async () => {
  await pressFree();
  const calm = await pressBesideCrowd();
  const holder = new pg.Client({ connectionString: app.databaseUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select 1 from building_streams where building_id = any($1) for update', [
    held.map(({ buildingId }) => buildingId),
  ]);
  const busy = await pressBesideCrowd();
  await holder.query('commit');
  await holder.end();
  expect(busy).toBeLessThan(promised(FACTOR * calm + NOISE_MS));
  for (const { token, buildingId } of held)
    expect((await press(token, buildingId)).status).toBe(201);
});
