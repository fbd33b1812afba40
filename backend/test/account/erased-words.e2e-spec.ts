import { randomUUID } from 'node:crypto';
import { ErasureService } from '../../src/modules/account/erasure.service.js';
import { AlarmsService } from '../../src/modules/alarms/alarms.service.js';
import { StreamWriter } from '../../src/modules/alarms/stream/stream-writer.repository.js';
import { useBuilding } from '../support/building.js';
import { call, newPerson } from '../support/client.js';
import { everythingIn } from '../support/everything.js';

/** An account is erased when its alarm ends, so both may happen at one moment. */

const building = useBuilding();

it('an event that was decided before an erasure and is saved after it has none of the words', async () => {
  const { app, clock, database } = building.app;
  const siv = await newPerson(building.app, { name: 'Siv Sjögren', apartment: '1404' });
  const { token, userId, membershipId } = siv;
  const alarmId = randomUUID();
  const words = { place: 'Vinden hos Siv', note: 'Svimmat' };
  const body = { alarmId, type: 'medical', separate: true, ...words };
  await call(building.app, `POST /buildings/${siv.buildingId}/alarms`, { token, body });
  expect(await everythingIn(database)).toContain('Vinden hos Siv');
  clock.step(60 * 60_000);
  const writer = app.get(StreamWriter);
  const save = writer.save.bind(writer);
  jest.spyOn(writer, 'save').mockImplementationOnce(async (change) => {
    await app.get(ErasureService).erase({ userId, membershipIds: [membershipId] });
    return save(change);
  });
  await app.get(AlarmsService).expireIfDue(alarmId);
  const left = await everythingIn(database);
  expect(left).toContain('expired');
  expect(left).not.toMatch(/Vinden hos Siv|Svimmat/);
});
