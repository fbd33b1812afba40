import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { Server } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import { LocalBroadcast } from './local-broadcast.js';

const http = createServer();
const server = new Server(http, { transports: ['websocket'] });
const broadcast = new LocalBroadcast(server);
const clients: Socket[] = [];

beforeAll(async () => {
  await once(http.listen(0, '127.0.0.1'), 'listening');
});

afterEach(() => {
  clients.splice(0).forEach((client) => client.disconnect());
});

afterAll(() => server.close());

/** @returns the server's end of a new connection */
async function connect() {
  const { port } = http.address() as AddressInfo;
  const client = io(`ws://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true });
  clients.push(client);
  await new Promise<void>((connected) => client.once('connect', connected));
  const socket = server.of('/').sockets.get(client.id ?? '');
  if (!socket) throw new Error('not connected');
  return socket;
}

it('lists the sockets of a room, in the same array until one joins, leaves or disconnects', async () => {
  const [one, two] = [await connect(), await connect()];
  await one.join('house');
  const first = broadcast.socketsIn('house');
  expect(first).toEqual([one]);
  await two.join('garage');
  expect(broadcast.socketsIn('house')).toBe(first);
  await two.join('house');
  expect(broadcast.socketsIn('house')).toEqual([one, two]);
  await one.leave('house');
  expect(broadcast.socketsIn('house')).toEqual([two]);
  two.disconnect(true);
  expect(broadcast.socketsIn('house')).toEqual([]);
  expect(first).toEqual([one]);
});

it('lists a socket that was connecting when its room was asked for', async () => {
  const early: unknown[] = [];
  server.use((socket, next) => {
    void socket.join('session');
    early.push(broadcast.socketsIn('session'));
    next();
  });
  const socket = await connect();
  expect(early).toEqual([[]]);
  expect(broadcast.socketsIn('session')).toEqual([socket]);
});

it('follows the adapter that has come after it', async () => {
  expect(broadcast.socketsIn('house')).toEqual([]);
  server.adapter(server.of('/').adapter.constructor as never);
  const [one, two] = [await connect(), await connect()];
  await one.join('house');
  expect(broadcast.socketsIn('house')).toEqual([one]);
  await two.join('house');
  expect(broadcast.socketsIn('house')).toEqual([one, two]);
});
