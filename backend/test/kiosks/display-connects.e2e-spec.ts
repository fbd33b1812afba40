import { once } from 'node:events';
import type { Server } from 'socket.io';
import { WebSocket } from 'ws';
import { KIOSK_NAMESPACE } from '../../src/contract/kiosks.js';
import { KioskSockets } from '../../src/modules/kiosks/kiosk-sockets.js';
import { KioskRepository } from '../../src/modules/kiosks/kiosk.repository.js';
import { IO } from '../../src/platform/tokens.js';
import { signIn } from '../support/client.js';
import { Display, pairDisplay } from '../support/display.js';
import { freshApp } from '../support/fresh-app.js';
import { ORIGIN, type TestApp } from '../support/start-app.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** A display that connects or reports too often, or on too many connections, is refused before a read. */

let app: TestApp;
let token: string;
let displays: Display[];

beforeEach(async () => {
  app = await freshApp();
  ({ token } = await pairDisplay(app, await signIn(app, 'anna')));
  displays = [];
});
afterEach(() => {
  jest.restoreAllMocks();
  for (const display of displays) display.close();
});

/** @returns how many of the connections ended in which way, once all are answered */
async function connect(count: number): Promise<Record<string, number>> {
  const tried = Array.from({ length: count }, () => new Display(app, token));
  displays.push(...tried);
  await until('all answered', ARRIVES_MS, () => tried.every(({ frames }) => frames.length > 0));
  const ends: Record<string, number> = {};
  for (const { frames } of tried) {
    const [event, payload] = frames[0] ?? [];
    const end = event === 'refused' ? String(payload) : 'connected';
    ends[end] = (ends[end] ?? 0) + 1;
  }
  return ends;
}

it('has five connections at most, also of those that are made at once', async () => {
  expect(await connect(12)).toEqual({ connected: 5, 'connection.too_many': 7 });
});

it('is refused without a read when it has too many connections, or connects too often', async () => {
  await connect(5);
  jest.spyOn(app.app.get(KioskRepository), 'entitled').mockRejectedValue(new Error('a read'));
  expect(await connect(120)).toEqual({ 'connection.too_many': 115, 'request.rate_limited': 5 });
});

it('is told of each report above its limit', async () => {
  await connect(1);
  const reports = Array.from({ length: 61 }, () => displays[0]!.report({ sound: 'on' }));
  const codes = (await Promise.all(reports)).map(({ ok, error }) => ok || error?.code);
  expect(codes).toEqual([...Array<boolean>(60).fill(true), 'request.rate_limited']);
});

it('cannot ask again on the connection on which it was refused', async () => {
  const address = `${app.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(address, { headers: { origin: ORIGIN } });
  const refusals: string[] = [];
  const ask = () => socket.send('40/kiosk,{"token":"forged"}');
  socket.on('message', (data: Buffer) => {
    if (!data.toString().startsWith('44')) return;
    refusals.push(data.toString());
    if (refusals.length === 1) ask();
    else socket.close();
  });
  await once(socket, 'open');
  ask();
  await once(socket, 'close');
  expect(refusals).toEqual([expect.stringMatching(/^44\/kiosk,.*"auth\.required"/)]);
});

it('is gone when its connection ends while the next one is being admitted, and then refused', async () => {
  const isConnected = async () =>
    (await app.database.query<object[]>('select 1 from kiosks where node_id is not null')).length >
    0;
  const open = () => {
    const display = new Display(app, token);
    displays.push(display);
    return display;
  };
  const display = open();
  await display.got('kiosk:state');
  await display.report({ sound: 'on' });
  await until('connected', ARRIVES_MS, isConnected);

  const { adapter, sockets } = app.app.get<Server>(IO).of(KIOSK_NAMESPACE);
  const kiosks = app.app.get(KioskRepository);
  const read = kiosks.entitled.bind(kiosks);
  let refuse: ((error: Error) => void) | undefined;
  jest.spyOn(kiosks, 'entitled').mockImplementation((ids, now) => {
    // The read that admits is the first one with both in the display's room.
    const isNext = !refuse && adapter.rooms.get(ids[0] ?? '')?.size === 2;
    return isNext ? new Promise((_, reject) => (refuse = reject)) : read(ids, now);
  });
  const next = open();
  await until('the next one is being admitted', ARRIVES_MS, () => refuse !== undefined);
  display.close();
  await until('the first one has left', ARRIVES_MS, () => sockets.size === 0);
  await app.app.get(KioskSockets).lookAtAll();
  refuse?.(new Error('no database'));
  await next.got('refused');
  await until('gone', ARRIVES_MS, async () => !(await isConnected()));
});
