import { randomUUID } from 'node:crypto';
import type { Server } from 'socket.io';
import type { BoardToDo } from '../../src/contract/exercises.js';
import { KIOSK_NAMESPACE } from '../../src/contract/kiosks.js';
import { KioskRepository } from '../../src/modules/kiosks/kiosk.repository.js';
import { IO } from '../../src/platform/tokens.js';
import { call, signIn, type Person } from '../support/client.js';
import { newDisplay, openDisplay, pair, type Display } from '../support/display.js';
import { freshApp } from '../support/fresh-app.js';
import type { TestApp } from '../support/start-app.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** The work that the page of a building's homes names beside its members, in one answer. */

const HALF_YEAR_MS = 185 * 24 * 60 * 60_000;

let app: TestApp;
let anna: Person;

beforeEach(async () => {
  app = await freshApp();
  anna = await signIn(app, 'anna');
});

const toDo = async () => {
  const { token, buildingId } = anna;
  return (await call<BoardToDo>(app, `GET /buildings/${buildingId}/to-do`, { token })).body;
};

it('asks for an exercise until one has begun, and again after half a year', async () => {
  expect(await toDo()).toEqual({ practised: false, displaysAway: [] });
  const { token, buildingId } = anna;
  const body = { alarmId: randomUUID(), type: 'fire', exercise: true };
  await call(app, `POST /buildings/${buildingId}/alarms`, { token, body });
  expect((await toDo()).practised).toBe(true);
  app.clock.step(HALF_YEAR_MS);
  anna = await signIn(app, 'anna');
  expect((await toDo()).practised).toBe(false);
});

it('counts a planned exercise, unless it is called off', async () => {
  const { token, buildingId } = anna;
  const path = `/buildings/${buildingId}/exercises`;
  const noon = app.clock.in(2 * 24 * 60 * 60_000);
  noon.setUTCHours(12, 0, 0, 0);
  const body = { at: noon.toISOString() };
  const planned = await call<{ id: string }>(app, `POST ${path}`, { token, body });
  expect(planned.status).toBe(201);
  expect((await toDo()).practised).toBe(true);
  await call(app, `DELETE ${path}/${planned.body.id}`, { token });
  expect((await toDo()).practised).toBe(false);
});

it('names the displays that are away, and no others', async () => {
  const { body } = await pair(app, anna, (await newDisplay(app)).code, 'Trapphus B');
  const away = [{ id: body.id, place: 'Trapphus B' }];
  expect((await toDo()).displaysAway).toEqual(away);
  const { display, created } = await openDisplay(app, anna);
  await display.report({ sound: 'on' });
  const isAway = async () => (await toDo()).displaysAway.some(({ id }) => id === created.pairingId);
  // The connection is saved by the next look at the displays, after the display's report.
  await until('the other display is here', ARRIVES_MS, async () => !(await isAway()));
  expect((await toDo()).displaysAway).toEqual(away);
  display.close();
  await until('the other display is away', ARRIVES_MS, isAway);
});

describe('a display that leaves is away', () => {
  let display: Display;
  let pairingId: string;

  beforeEach(async () => {
    const opened = await openDisplay(app, anna);
    ({ display } = opened);
    ({ pairingId } = opened.created);
  });
  afterEach(() => jest.restoreAllMocks());

  const isAway = async () => (await toDo()).displaysAway.some(({ id }) => id === pairingId);

  it('also when the database fails at that moment', async () => {
    await display.report({ sound: 'on' });
    await until('it is here', ARRIVES_MS, async () => !(await isAway()));
    const fail = jest.spyOn(app.app.get(KioskRepository), 'saveGone');
    fail.mockRejectedValueOnce(new Error('The database is away.'));
    display.close();
    await until('it is away', ARRIVES_MS, isAway);
    expect(fail.mock.calls.length).toBeGreaterThan(1);
  });

  it('also while it is saved as connected', async () => {
    const kiosks = app.app.get(KioskRepository);
    const save = kiosks.saveConnected.bind(kiosks);
    const saved = jest.spyOn(kiosks, 'saveConnected').mockImplementationOnce(async (...args) => {
      display.close();
      const { sockets } = app.app.get<Server>(IO).of(KIOSK_NAMESPACE);
      await until('it has left', ARRIVES_MS, () => sockets.size === 0);
      await save(...args);
    });
    display.socket.emit('kiosk:report', { sound: 'on' });
    await until('it is saved', ARRIVES_MS, () => saved.mock.results.length > 0);
    await saved.mock.results[0]?.value;
    await until('it is away', ARRIVES_MS, isAway);
  });
});
