import { randomUUID } from 'node:crypto';
import type { Server } from 'socket.io';
import type { RaiseResult, Reach } from '../../src/contract/alarm.js';
import { KIOSK_NAMESPACE } from '../../src/contract/kiosks.js';
import { KioskSockets } from '../../src/modules/kiosks/kiosk-sockets.js';
import { KioskRepository } from '../../src/modules/kiosks/kiosk.repository.js';
import { IO } from '../../src/platform/tokens.js';
import { call, signIn, type Person } from '../support/client.js';
import { openDisplay, type Display } from '../support/display.js';
import { freshApp } from '../support/fresh-app.js';
import type { TestApp } from '../support/start-app.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** A display reports once which alarms it shows, and counts in their reach from then on. */

let app: TestApp;
let anna: Person;
let display: Display;

beforeEach(async () => {
  app = await freshApp();
  anna = await signIn(app, 'anna');
  ({ display } = await openDisplay(app, anna));
});
afterEach(() => {
  jest.restoreAllMocks();
  display.close();
});

async function raise(type: string): Promise<string> {
  const { token, buildingId } = anna;
  const body = { alarmId: randomUUID(), type };
  const path = `POST /buildings/${buildingId}/alarms`;
  return (await call<RaiseResult>(app, path, { token, body })).body.alarm.id;
}

const displaysOf = async (alarmId: string) =>
  (await call<Reach>(app, `GET /alarms/${alarmId}/reach`, anna)).body.displays;

it('counts with one report, also when the first save of it fails', async () => {
  const alarmId = await raise('fire');
  const save = jest.spyOn(app.app.get(KioskRepository), 'saveShown');
  save.mockRejectedValueOnce(new Error('the database is away'));
  await display.report({ sound: 'off', shown: [alarmId] });
  await app.app.get(KioskSockets).lookAtAll();
  expect(await displaysOf(alarmId)).toBe(1);
});

it('counts with a report that comes while an earlier one is being saved', async () => {
  const [fire, medical] = [await raise('fire'), await raise('medical')];
  const [socket] = app.app.get<Server>(IO).of(KIOSK_NAMESPACE).sockets.values();
  const shown = () => (socket?.data as { shown: string[] }).shown;
  const repository = app.app.get(KioskRepository);
  const save = repository.saveShown.bind(repository);
  let later: Promise<unknown> | undefined;
  jest.spyOn(repository, 'saveShown').mockImplementationOnce(async (...given) => {
    later = display.report({ sound: 'off', shown: [medical] });
    await until('the later report has come', ARRIVES_MS, () => shown().includes(medical));
    return save(...given);
  });
  await display.report({ sound: 'off', shown: [fire] });
  await later;
  for (const alarmId of [fire, medical]) expect(await displaysOf(alarmId)).toBe(1);
});
