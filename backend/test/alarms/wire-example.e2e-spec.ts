import type { Alarm, RaiseResult, Sync } from '../../src/contract/alarm.js';
import type { ReceiptRequest } from '../../src/contract/events.js';
import { call, openTab, signIn, type Person } from '../support/client.js';
import { freshApp } from '../support/fresh-app.js';
import type { TestApp } from '../support/start-app.js';
import { WireExample } from '../support/wire-example.js';

/** The ids that the page gives to the building, the press and the device. */
const BUILDING = '6f1d2c3b-0000-4000-8000-000000000001';
const PRESS = '6f1d2c3b-0000-4000-8000-00000000000a';
const DEVICE = '6f1d2c3b-0000-4000-8000-00000000000d';

let app: TestApp;
let karl: Person;
let anna: Person;

beforeEach(async () => {
  app = await freshApp();
  [karl, anna] = [await signIn(app, 'karl'), await signIn(app, 'anna')];
});

it('answers every request of the worked example in docs/wire.md as the page says', async () => {
  const page = new WireExample();
  const expectPage = (name: string, received: unknown) =>
    expect(page.asOnPage(name, received)).toEqual(page.read(name));
  const tab = await openTab(app, anna);
  page.bind(BUILDING, karl.buildingId);
  page.bind(PRESS, 'c5a9c1de-3b1f-4d8e-9a53-2f0c8a1f6b70');
  page.bind(DEVICE, '9d0c4a52-7a33-4f52-8a05-1f6f3c1f0e11');

  const press = { token: karl.token, body: page.request('press') };
  const pressed = await call<RaiseResult>(app, `POST /buildings/${karl.buildingId}/alarms`, press);
  expect(pressed.status).toBe(201);
  expectPage('pressed', pressed.body);
  expectPage('event', await tab.until('alarm:event'));

  const receipt = page.request('receipt') as ReceiptRequest & { alarmId: string };
  expectPage('receipt-ack', await tab.socket.emitWithAck('alarm:receipt', receipt));

  tab.close();
  const { epoch, seq, alarm } = pressed.body;
  const end = { token: karl.token, body: page.request('end') };
  await call<{ alarm: Alarm }>(app, `POST /alarms/${alarm.id}/end`, end);
  const events = `GET /buildings/${karl.buildingId}/events?after=${seq}&epoch=${epoch}`;
  expectPage('gap', (await call<Sync>(app, events, { token: anna.token })).body);
});
