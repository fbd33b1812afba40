import { randomUUID } from 'node:crypto';
import type { Mute, RaiseResult, Sync } from '../../src/contract/alarm.js';
import { StreamReplay } from '../../src/modules/alarms/live/replay.js';
import { ResponsesRepository } from '../../src/modules/alarms/responses/responses.repository.js';
import { call, signIn, type Person, type Tab } from '../support/client.js';
import { useBuilding } from '../support/building.js';
import { promised } from '../support/wait-until.js';

/** A mute applies to all devices of one member, and to no other member's. */

const building = useBuilding();

async function raise(person: Person, type = 'fire'): Promise<string> {
  const { body } = await call<RaiseResult>(
    building.app,
    `POST /buildings/${person.buildingId}/alarms`,
    {
      token: person.token,
      body: { alarmId: randomUUID(), type },
    },
  );
  return body.alarm.id;
}

const ask = (person: Person, alarmId: string, muted: unknown) =>
  call<Mute>(building.app, `POST /alarms/${alarmId}/mute`, {
    token: person.token,
    body: { muted },
  });

const mutedFor = async (person: Person): Promise<string[]> => {
  const path = `GET /buildings/${person.buildingId}/events`;
  return (await call<Sync>(building.app, path, person)).body.muted.map(({ alarmId }) => alarmId);
};

/** Without the event, a device receives the mute only with its next `sync`. */
const SOON_MS = 3_000;

const devicesOf = (person: Person): Promise<Tab[]> =>
  Promise.all([building.open(person), building.open(person)]);

it('a mute reaches both devices of the member who muted, and no device of two others', async () => {
  const { anna, karl, lisa } = building;
  const alarmId = await raise(karl);
  const [mine, annas, karls] = await Promise.all([lisa, anna, karl].map(devicesOf));
  const [phone, laptop] = mine as [Tab, Tab];
  const before = performance.now();
  const ack = await phone.socket.emitWithAck('alarm:mute', { alarmId, muted: true });
  const payloads = await Promise.all([phone.until('alarm:muted'), laptop.until('alarm:muted')]);
  expect(performance.now() - before).toBeLessThan(promised(SOON_MS));
  const mute = { alarmId, muted: true, at: building.app.clock.now().toISOString() };
  expect(ack).toEqual({ ok: true, mute });
  expect(payloads).toEqual([mute, mute]);

  // A connection delivers in order, so a later event proves that the mute was not sent.
  await call(building.app, `POST /alarms/${alarmId}/end`, {
    token: karl.token,
    body: { outcome: 'resolved' },
  });
  for (const tab of [...(annas ?? []), ...(karls ?? [])]) {
    await tab.until('alarm:event');
    expect(tab.all('alarm:muted')).toEqual([]);
  }
});

it('a mute applies to a device that connects later, to its alarm only, until it is undone', async () => {
  const { anna, karl, lisa } = building;
  const alarmId = await raise(karl);
  expect((await ask(lisa, alarmId, true)).status).toBe(200);
  expect(await mutedFor(lisa)).toEqual([alarmId]);
  const later = await building.open(lisa);
  const { at } = (await ask(lisa, alarmId, true)).body;
  expect(later.all('sync')[0]?.muted).toEqual([{ alarmId, muted: true, at }]);
  await raise(karl, 'medical');
  expect(await mutedFor(lisa)).toEqual([alarmId]);
  for (const other of [anna, karl]) expect(await mutedFor(other)).toEqual([]);

  await ask(anna, alarmId, true);
  expect((await ask(lisa, alarmId, false)).body.muted).toBe(false);
  expect(await later.until('alarm:muted', 2)).toMatchObject({ alarmId, muted: false });
  expect(await mutedFor(lisa)).toEqual([]);
  expect(await mutedFor(anna)).toEqual([alarmId]);
});

it('a mute is no response: it does not change the reach that the sender sees', async () => {
  const alarmId = await raise(building.karl);
  const reach = () => call(building.app, `GET /alarms/${alarmId}/reach`, building.karl);
  const before = (await reach()).body;
  await ask(building.lisa, alarmId, true);
  expect((await reach()).body).toEqual({ ...before, version: expect.any(Number) });
});

it('a mute is refused from strangers, and without a boolean', async () => {
  const alarmId = await raise(building.karl);
  const otto = await signIn(building.app, 'otto');
  expect((await ask(otto, alarmId, true)).body.error.code).toBe('alarm.not_found');
  expect((await ask(otto, randomUUID(), true)).body.error.code).toBe('alarm.not_found');
  expect((await ask(building.lisa, alarmId, 'ja')).body.error.code).toBe('request.invalid');
});

it('a mute that a sync lacks is no older than the `ownAt` of that sync', async () => {
  const { karl, lisa } = building;
  const { app, clock } = building.app;
  const alarmId = await raise(karl);
  const [responses, replays] = [app.get(ResponsesRepository), app.get(StreamReplay)];
  const mute = responses.mute.bind(responses);
  const replay = replays.replay.bind(replays);
  let hasRead = (): void => undefined;
  const read = new Promise<void>((resolve) => (hasRead = resolve));
  let hasSaved = (): void => undefined;
  const saved = new Promise<void>((resolve) => (hasSaved = resolve));
  let tab: Tab | undefined;
  // The save begins before the new tab's mutes are read, and ends before its sync is sent.
  jest.spyOn(responses, 'mute').mockImplementationOnce(async (...given) => {
    clock.step(5);
    tab = building.connect({ token: lisa.token });
    await read;
    await mute(...given);
  });
  jest.spyOn(replays, 'replay').mockImplementationOnce(async (...given) => {
    hasRead();
    await saved;
    clock.step(5);
    await replay(...given);
  });
  const { at } = (await ask(lisa, alarmId, true)).body;
  hasSaved();
  const sync = await tab?.until('sync');
  expect(sync).toMatchObject({ muted: [], ownAt: expect.any(String) });
  expect(Date.parse(at)).toBeGreaterThanOrEqual(Date.parse(sync?.ownAt ?? ''));
  expect(Date.parse(at)).toBeLessThan(Date.parse(sync?.serverNow ?? ''));
});
