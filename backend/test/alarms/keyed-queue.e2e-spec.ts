import { randomUUID } from 'node:crypto';
import type { RaiseResult } from '../../src/contract/alarm.js';
import { BuildingStream } from '../../src/modules/alarms/stream/building-stream.js';
import { call, signIn, untilSaved, type Person } from '../support/client.js';
import { useBuilding } from '../support/building.js';

const building = useBuilding();
/** More than a node's database connections. */
const CROWD = 24;

const press = ({ token, buildingId }: Person, alarmId = randomUUID()) =>
  call<RaiseResult>(building.app, `POST /buildings/${buildingId}/alarms`, {
    token,
    body: { alarmId, type: 'fire' },
  });

/** Locks the stream, as a slow transaction of another node does. @returns the function that ends it */
async function holdStream(buildingId: string): Promise<() => Promise<void>> {
  const holder = building.app.database.createQueryRunner();
  await holder.startTransaction();
  await holder.query('set local idle_in_transaction_session_timeout = 0');
  await holder.query('select 1 from building_streams where building_id = $1 for update', [
    buildingId,
  ]);
  return async () => {
    await holder.commitTransaction();
    await holder.release();
  };
}

it('a crowd in one building does not delay another building', async () => {
  const { app, karl } = building;
  const otto = await signIn(app, 'otto');
  expect((await press(karl)).status).toBe(201);
  const letGo = await holdStream(karl.buildingId);
  let waiting = CROWD;
  const crowd = Array.from({ length: CROWD }, async () => {
    const alarmId = randomUUID();
    return untilSaved(() => press(karl, alarmId)).finally(() => (waiting -= 1));
  });
  const { status } = await press(otto);
  expect([status, waiting]).toEqual([201, CROWD]);
  await letGo();
  const answers = await Promise.all(crowd);
  expect(answers.every((answer) => [200, 201].includes(answer.status))).toBe(true);
  expect(answers.every(({ body }) => body.merged)).toBe(true);
});

it('a press that waited too long is refused in time, and most of those are never begun', async () => {
  const { app, karl } = building;
  expect((await press(karl)).status).toBe(201);
  const letGo = await holdStream(karl.buildingId);
  const since = performance.now();
  const answers = await Promise.all(Array.from({ length: CROWD }, () => press(karl)));
  // The contract’s three seconds, and what a busy machine adds to them.
  expect(performance.now() - since).toBeLessThan(4_500);
  expect(answers.map(({ body }) => body.error.code)).toEqual(Array(CROWD).fill('alarm.not_kept'));
  await letGo();
  expect((await press(karl)).status).toBe(201);
  const presses = await app.database.query('select 1 from presses');
  // The first, the last, and those whose turn came within the three seconds; a retry finds them.
  expect(presses.length).toBeLessThanOrEqual(8);
});

it('the next press begins when a connection does not answer', async () => {
  const { karl } = building;
  expect((await press(karl)).status).toBe(201);
  const begun = new Promise<void>((begin) => {
    jest.spyOn(BuildingStream.prototype, 'lock').mockImplementationOnce(() => {
      begin();
      return new Promise<never>(() => undefined);
    });
  });
  const hung = press(karl);
  await begun;
  const since = performance.now();
  expect((await press(karl)).status).toBe(201);
  // Well before the first one is given up.
  expect(performance.now() - since).toBeLessThan(2_000);
  expect((await hung).status).toBe(503);
});
