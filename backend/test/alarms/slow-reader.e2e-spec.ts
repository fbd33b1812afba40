import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { unsentBytes } from '../../src/platform/realtime/direct-line.js';
import { IO, LOGGER } from '../../src/platform/tokens.js';
import { ConnectionSweeper } from '../../src/modules/alarms/live/connection-sweeper.js';
import type { AlarmServer, AlarmSocket } from '../../src/modules/alarms/live/socket.js';
import { MemberStateRepository } from '../../src/modules/alarms/stream/member-state.repository.js';
import { useBuilding } from '../support/building.js';
import { ORIGIN } from '../support/start-app.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

const building = useBuilding();
const LIMIT_BYTES = 256 * 1024;
const MESSAGE = 'x'.repeat(16 * 1024);

/** Connects like a browser over a bare TCP socket. @returns the socket after its sync */
async function rawClient(token: string): Promise<Socket> {
  const socket = connect(Number(new URL(building.app.url).port), '127.0.0.1');
  socket.write(
    [
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      'Host: localhost',
      `Origin: ${ORIGIN}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
      '\r\n',
    ].join('\r\n'),
  );
  let received = '';
  await new Promise<void>((synced) =>
    socket.on('data', (data) => {
      const before = received;
      received += data.toString('latin1');
      // The opening packet of Engine.IO is answered with the connect packet of Socket.IO.
      if (!before.includes('0{"sid"') && received.includes('0{"sid"')) {
        socket.write(frame(`40${JSON.stringify({ token, deviceId: randomUUID() })}`));
      }
      if (received.includes('["sync"')) synced();
    }),
  );
  return socket;
}

/** @returns a masked text frame, which RFC 6455 requires of clients; the mask may be zero */
function frame(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = Buffer.from([0x81, 0xfe, payload.length >> 8, payload.length & 0xff, 0, 0, 0, 0]);
  return Buffer.concat([head, payload]);
}

const server = (): AlarmServer => building.app.app.get<AlarmServer>(IO);
const sockets = (): AlarmSocket[] => [...server().of('/').sockets.values()];
const ofPerson = (userId: string): AlarmSocket | undefined =>
  sockets().find(({ data }) => data.actor.userId === userId);

/** Sends to all sockets until more than this many bytes wait for the one that does not read. */
async function fill(slow: AlarmSocket, bytes: number): Promise<void> {
  while (unsentBytes(slow) <= bytes) {
    server().emit('building:left', { buildingId: MESSAGE });
    await new Promise(setImmediate);
  }
}

it('a client that stops reading is disconnected after 5 s, without harm to others', async () => {
  const reader = await building.open(building.anna);
  const raw = await rawClient(building.lisa.token);
  const slow = ofPerson(building.lisa.userId);
  if (!slow) throw new Error('not connected');
  raw.pause();
  await fill(slow, LIMIT_BYTES);
  const watch = building.app.app.get(ConnectionSweeper);
  watch.cutSlowReaders();
  building.app.clock.step(4_900);
  watch.cutSlowReaders();
  expect(slow.connected).toBe(true);
  const gone = new Promise<void>((resolve) => slow.once('disconnect', () => resolve()));
  building.app.clock.step(200);
  watch.cutSlowReaders();
  await gone;
  expect(unsentBytes(slow)).toBeLessThan(LIMIT_BYTES);
  expect(sockets()).toHaveLength(1);
  expect(reader.socket.connected).toBe(true);
  raw.destroy();
});

it('a client that catches up in time stays connected', async () => {
  const raw = await rawClient(building.lisa.token);
  const slow = ofPerson(building.lisa.userId);
  if (!slow) throw new Error('not connected');
  raw.pause();
  await fill(slow, LIMIT_BYTES);
  const watch = building.app.app.get(ConnectionSweeper);
  watch.cutSlowReaders();
  building.app.clock.step(4_000);
  raw.resume();
  await until('everything was read', ARRIVES_MS, () => unsentBytes(slow) === 0);
  watch.cutSlowReaders();
  building.app.clock.step(4_000);
  raw.pause();
  await fill(slow, LIMIT_BYTES);
  watch.cutSlowReaders();
  expect(slow.connected).toBe(true);
  raw.destroy();
});

it('a connection whose admission fails is closed, and the process goes on', async () => {
  const { app } = building.app;
  const logged = jest.spyOn(app.get<{ error(): void }>(LOGGER), 'error');
  const thrown = new Error('thrown in the handler');
  jest.spyOn(app.get(MemberStateRepository), 'ofConnecting').mockRejectedValueOnce(thrown);
  const unhandled = jest.fn();
  process.on('unhandledRejection', unhandled);
  const tab = building.connect({ token: building.lisa.token });
  await tab.untilAny('disconnect');
  expect(logged).toHaveBeenCalledWith(expect.anything(), 'connection failed');
  await building.open(building.lisa);
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
  jest.restoreAllMocks();
});
