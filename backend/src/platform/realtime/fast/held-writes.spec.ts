import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Socket } from 'socket.io';
import WebSocket from 'ws';
import type { Config } from '../../config.js';
import { Drain } from '../../drain.js';
import { createSocketServer } from '../socket-server.js';
import { directLineOf, type DirectLine } from './direct-line.js';
import { holdWrites } from './held-writes.js';

const ORIGIN = 'https://resq.example';

type Stream = NonNullable<DirectLine['stream']>;

interface Held {
  socket: Socket;
  release: () => void;
  /** The texts that the client has received, without the ids of connections. */
  received: string[];
  client: WebSocket;
}

/** The texts that clients receive each way, by what happens meanwhile. */
const transcripts = new Map<string, string[][]>();

describe.each([
  ['that are held back', true],
  ['that Engine.IO writes at once', false],
])('the first packets of a connection, %s', (_way, isHeld) => {
  const http = createServer();
  const config = { allowedOrigins: [ORIGIN], fastPaths: true } as Config;
  const server = createSocketServer(config, new Drain({} as never)).attach(http);

  beforeAll(async () => {
    server.use((socket, next) => {
      const stream = directLineOf(socket).stream as Stream;
      const writes = [jest.spyOn(stream, '_write'), jest.spyOn(stream, '_writev' as '_write')];
      socket.data = { writes, release: isHeld ? holdWrites(socket) : () => undefined };
      next();
    });
    await once(http.listen(0, '127.0.0.1'), 'listening');
  });

  afterAll(() => server.close());

  async function connect(): Promise<Held> {
    const connected = once(server, 'connection') as Promise<[Socket]>;
    const { port } = http.address() as AddressInfo;
    const address = `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`;
    const client = new WebSocket(address, { origin: ORIGIN });
    const received: string[] = [];
    client.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text.startsWith('0')) client.send('40');
      else received.push(text.replace(/"sid":"[^"]+"/, '"sid"'));
    });
    const [socket] = await connected;
    const { release } = socket.data as { release: () => void };
    return { socket, release, received, client };
  }

  const countOf = ({ data }: Socket): number =>
    (data as { writes: jest.SpyInstance[] }).writes.reduce(
      (sum, { mock }) => sum + mock.calls.length,
      0,
    );

  const agrees = (what: string, received: string[]) => {
    transcripts.set(what, [...(transcripts.get(what) ?? []), [...received]]);
    const [one, other = one] = transcripts.get(what) ?? [];
    expect(other).toEqual(one);
  };

  const untilReceived = async ({ client, received }: Held, count: number) => {
    while (received.length < count) await once(client, 'message');
  };

  it(`leave with ${isHeld ? 'one write' : 'several writes'}, in their order`, async () => {
    const held = await connect();
    const { socket, release } = held;
    for (const n of [1, 2, 3]) socket.emit('news', { n });
    expect(countOf(socket) === 0).toBe(isHeld);
    release();
    release();
    await untilReceived(held, 4);
    expect(countOf(socket) === 1).toBe(isHeld);
    socket.emit('news', { n: 4 });
    await untilReceived(held, 5);
    agrees('order', held.received);
    held.client.terminate();
  });

  it('are followed by bytes, by acknowledgements and by a broadcast', async () => {
    const held = await connect();
    const { socket, release } = held;
    socket.on('ask', (done: (answer: string) => void) => done('answer'));
    const asked = new Promise((resolve) => socket.onAny(resolve));
    held.client.send('427["ask"]');
    await asked;
    socket.emit('bytes', Buffer.from([1, 2, 3]));
    server.emit('news', { n: 1 });
    release();
    await untilReceived(held, 5);
    agrees('kinds', held.received);
    held.client.terminate();
  });

  it('leave in time when nobody lets go of them', async () => {
    const held = await connect();
    held.socket.emit('news', { n: 1 });
    await untilReceived(held, 2);
    held.release();
    agrees('time', held.received);
    held.client.terminate();
  });

  it('reach the client before the server closes the connection', async () => {
    const held = await connect();
    held.socket.emit('news', { n: 1 });
    held.socket.disconnect(true);
    held.release();
    await once(held.client, 'close');
    agrees('close', held.received);
  });

  it('are dropped with a connection that has broken', async () => {
    const held = await connect();
    const gone = once(held.socket, 'disconnect');
    held.socket.emit('news', { n: 1 });
    held.client.terminate();
    await gone;
    held.release();
    await nextTurn();
    expect(held.socket.connected).toBe(false);
  });
});
