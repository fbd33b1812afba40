import { once } from 'node:events';
import { WebSocket } from 'ws';
import { KioskRepository } from '../../src/modules/kiosks/kiosk.repository.js';
import { signIn } from '../support/client.js';
import { Display, pairDisplay } from '../support/display.js';
import { freshApp } from '../support/fresh-app.js';
import { ORIGIN, type TestApp } from '../support/start-app.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** A display that connects too often, or on too many connections, is refused before a read. */

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
