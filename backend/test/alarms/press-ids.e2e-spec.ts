import { randomUUID } from 'node:crypto';
import type { RaiseResult } from '../../src/contract/alarm.js';
import { ErasureService } from '../../src/modules/account/erasure.service.js';
import { useBuilding } from '../support/building.js';
import { call, newPerson, signIn, type Person } from '../support/client.js';

const building = useBuilding();

const press = ({ token, buildingId }: Person, alarmId: string) =>
  call<RaiseResult>(building.app, `POST /buildings/${buildingId}/alarms`, {
    token,
    body: { alarmId, type: 'fire' },
  });

it('an alarm id in capitals is the same id, over HTTP, sockets and in every route', async () => {
  const alarmId = randomUUID();
  const capitals = alarmId.toUpperCase();
  const tab = await building.open(building.karl);
  const first = await press(building.karl, capitals);
  expect(first).toMatchObject({ status: 201, body: { alarm: { id: alarmId } } });
  const upper = { ...building.karl, buildingId: building.karl.buildingId.toUpperCase() };
  const same = { status: 200, body: { seq: 1, alarm: { id: alarmId } } };
  expect(await press(upper, alarmId)).toMatchObject(same);
  const message = { buildingId: upper.buildingId, alarmId: capitals, type: 'fire' as const };
  expect(await tab.socket.emitWithAck('alarm:raise', message)).toMatchObject({ ok: true, seq: 1 });
  const ended = await call<RaiseResult>(building.app, `POST /alarms/${capitals}/end`, {
    token: building.karl.token,
    body: { outcome: 'resolved' },
  });
  expect(ended).toMatchObject({ status: 200, body: { alarm: { id: alarmId } } });
  const presses = await building.app.database.query('select id from presses');
  expect(presses).toEqual([{ id: alarmId }]);
});

it('one id in two buildings at once is one alarm and a refusal, and never a failure', async () => {
  const otto = await signIn(building.app, 'otto');
  for (let round = 0; round < 5; round += 1) {
    const alarmId = randomUUID();
    const answers = await Promise.all([press(building.karl, alarmId), press(otto, alarmId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.error.code).toBe('alarm.id_taken');
  }
});

it('the id of an alarm stays taken after the account of its sender is erased, with its press', async () => {
  const { app, database } = building.app;
  const siv = await newPerson(building.app, { name: 'Siv Sjögren', apartment: '1404' });
  const alarmId = randomUUID();
  await press(siv, alarmId);
  await app.get(ErasureService).erase({ userId: siv.userId, membershipIds: [siv.membershipId] });
  expect(await database.query('select 1 from presses where id = $1', [alarmId])).toEqual([]);
  const saved = () => database.query('select * from alarms where id = $1', [alarmId]);
  const before = await saved();
  for (const person of [building.anna, await signIn(building.app, 'otto')]) {
    const { status, body } = await press(person, alarmId);
    expect([status, body.error.code]).toEqual([409, 'alarm.id_taken']);
  }
  expect(await saved()).toEqual(before);
});
