import { randomUUID } from 'node:crypto';
import type { Ack } from '../../src/contract/events.js';
import { openTab, signIn, type Person, type Tab } from '../support/client.js';
import { freshApp } from '../support/fresh-app.js';
import type { TestApp } from '../support/start-app.js';

const UNKNOWN = ['constructor', 'alarm:unknown'];

type Send = (event: string, ...payload: unknown[]) => Promise<unknown>;

/** Every kind of answer: success, each refusal, unknown event. */
async function answersOf(send: Send, { buildingId }: Person): Promise<unknown[]> {
  const alarmId = randomUUID();
  const press = { buildingId, alarmId, type: 'fire' };
  const receipt = { alarmId, deviceId: randomUUID(), level: 'received' };
  return [
    await send('alarm:raise', press),
    await send('alarm:raise', press),
    await send('alarm:raise', { ...press, alarmId: alarmId.toUpperCase() }),
    await send('alarm:raise', { ...press, sender: 'Anna' }),
    await send('alarm:raise', press, press),
    await send('alarm:raise'),
    await send('alarm:raise', null),
    await send('alarm:raise', [press]),
    await send('alarm:raise', 'fire'),
    await send('alarm:raise', { ...press, buildingId: randomUUID() }),
    await send('alarm:receipt', receipt),
    await send('alarm:receipt', { ...receipt, level: 'heard' }),
    await send('alarm:respond', { alarmId, response: 'safe', place: ' Vinden\u0000 ' }),
    await send('alarm:mute', { alarmId, muted: true }),
    await send('alarm:mute', { alarmId, muted: 'yes' }),
    await send('alarm:end', { alarmId: randomUUID(), outcome: 'resolved' }),
    await send('alarm:end', { alarmId, outcome: 'resolved' }),
    await send('auth:renew', { token: 'x' }),
    await send('device:state', { sound: 'loud' }),
    await send('device:state', { sound: 'armed', push: 'off', visible: true, build: 'dev' }),
    ...(await Promise.all(UNKNOWN.map((event) => send(event, {})))),
  ];
}

function sender(tab: Tab): Send {
  const emit = tab.socket.emit.bind(tab.socket) as (...args: unknown[]) => void;
  return (event, ...payload) => new Promise((resolve) => emit(event, ...payload, resolve));
}

let app: TestApp;
let tab: Tab;
let karl: Person;

beforeAll(async () => {
  app = await freshApp();
  karl = await signIn(app, 'karl');
  tab = await openTab(app, karl);
});

afterAll(() => tab.close());

it('answers every message: saved, repeated, refused by the validation, or unknown', async () => {
  const given = await answersOf(sender(tab), karl);
  const codes = (given as Ack[]).map((answer) => answer.ok || answer.error.code);
  expect(codes).toEqual([
    ...[true, true, true],
    ...Array<string>(6).fill('request.invalid'),
    'building.not_a_member',
    true,
    'request.invalid',
    ...[true, true],
    'request.invalid',
    'alarm.not_found',
    true,
    'auth.required',
    'request.invalid',
    true,
    ...['request.not_found', 'request.not_found'],
  ]);
});

it('handles an event without an acknowledgement', async () => {
  const count = tab.all('alarm:event').length;
  const alarmId = randomUUID();
  const emit = tab.socket.emit.bind(tab.socket) as (...args: unknown[]) => void;
  emit('alarm:raise', { buildingId: karl.buildingId, alarmId, type: 'medical' });
  expect(await tab.until('alarm:event', count + 1)).toMatchObject({ alarm: { id: alarmId } });
});
