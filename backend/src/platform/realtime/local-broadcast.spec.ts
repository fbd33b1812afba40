import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { Server } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import WebSocket from 'ws';
import { LocalBroadcast } from './local-broadcast.js';

/** Socket.IO's own broadcast must pass the same tests, so that both ways mean the same. */
describe.each([
  ['writes one frame', true],
  ['uses Socket.IO', false],
])('a broadcast that %s', (_way, isOurs) => {
  const http = createServer();
  const server = new Server(http, {
    transports: ['websocket'],
    perMessageDeflate: false,
  });
  const broadcast: Pick<LocalBroadcast, 'emit' | 'emitTo'> = isOurs
    ? new LocalBroadcast(server)
    : {
        emit: (room, event, payload) => server.local.to(room).emit(event, payload),
        emitTo: (ids, event, payload) =>
          ids.forEach((id) => server.of('/').sockets.get(id)?.emit(event, payload)),
      };
  const clients: Socket[] = [];

  beforeAll(async () => {
    server.on('connection', (socket) => void socket.join('house'));
    await once(http.listen(0, '127.0.0.1'), 'listening');
  });

  afterEach(() => {
    clients.splice(0).forEach((client) => client.disconnect());
  });

  afterAll(() => server.close());

  const address = () => `127.0.0.1:${(http.address() as AddressInfo).port}`;

  /** @returns a connected client and all it receives, in order */
  async function join(): Promise<{ client: Socket; received: unknown[][] }> {
    const client = io(`ws://${address()}`, { transports: ['websocket'], forceNew: true });
    clients.push(client);
    const received: unknown[][] = [];
    client.onAny((...args: unknown[]) => received.push(args));
    await new Promise<void>((connected) => client.once('connect', connected));
    return { client, received };
  }

  /** Waits for all that was sent before: a connection delivers in order. */
  const settled = async (client: Socket): Promise<void> => {
    const done = new Promise<void>((resolve) => client.once('done', () => resolve()));
    ofClient(client).emit('done');
    await done;
  };

  const ofClient = ({ id }: Socket) => {
    const socket = server.of('/').sockets.get(id ?? '');
    if (!socket) throw new Error('not connected');
    return socket;
  };

  it.each([
    ['short', 'x'],
    ['of 126 bytes and more', 'x'.repeat(200)],
    ['of more than 64 KB', 'x'.repeat(70_000)],
    ['outside of ASCII', 'Åsa 🔥 \u2028'.repeat(40)],
  ])('delivers a payload that is %s to everybody in the room', async (_size, text) => {
    const [one, two] = [await join(), await join()];
    const outsider = await join();
    await ofClient(outsider.client).leave('house');
    broadcast.emit('house', 'alarm', { text });
    await Promise.all([one, two, outsider].map(({ client }) => settled(client)));
    expect(one.received[0]).toEqual(['alarm', { text }]);
    expect(two.received[0]).toEqual(['alarm', { text }]);
    expect(outsider.received).toEqual([['done']]);
  });

  it('delivers a payload to those who are named, except to those who have gone', async () => {
    const [one, two, other] = [await join(), await join(), await join()];
    const gone = await join();
    const ids = [one, gone, two].map(({ client }) => ofClient(client).id);
    ofClient(gone.client).disconnect(true);
    broadcast.emitTo(ids, 'counts', { ready: 7 });
    await Promise.all([one, two, other].map(({ client }) => settled(client)));
    const [named, unnamed] = [[['counts', { ready: 7 }], ['done']], [['done']]];
    expect([one, two, other].map(({ received }) => received)).toEqual([named, named, unnamed]);
    expect(gone.received).toEqual([]);
  });

  it('queues nothing in Engine.IO for an idle connection when it writes the frame itself', async () => {
    const { client } = await join();
    const packets: unknown[] = [];
    ofClient(client).conn.on('packetCreate', (packet: unknown) => packets.push(packet));
    broadcast.emit('house', 'alarm', { n: 1 });
    expect(packets).toHaveLength(isOurs ? 0 : 1);
  });

  it('keeps the order among broadcasts, single events and acknowledgements', async () => {
    const { client, received } = await join();
    const socket = ofClient(client);
    socket.on('ask', (done: (answer: string) => void) => {
      broadcast.emit('house', 'alarm', { n: 1 });
      socket.emit('alarm', { n: 2 });
      broadcast.emit('house', 'alarm', { n: 3 });
      done('answered');
      broadcast.emit('house', 'alarm', { n: 4 });
    });
    client.emit('ask', () => received.push(['answered']));
    await new Promise<void>((resolve) => client.once('alarm', () => resolve()));
    await settled(client);
    const order = received.map(([name, payload]) => (payload as { n?: number })?.n ?? name);
    expect(order).toEqual([1, 2, 3, 'answered', 4, 'done']);
  });

  it('comes after what Engine.IO holds back', async () => {
    const { client, received } = await join();
    const socket = ofClient(client);
    const engine = socket.conn as unknown as { transport: { writable: boolean }; flush(): void };
    engine.transport.writable = false;
    socket.emit('alarm', { n: 1 });
    broadcast.emit('house', 'alarm', { n: 2 });
    engine.transport.writable = true;
    engine.flush();
    broadcast.emit('house', 'alarm', { n: 3 });
    await settled(client);
    expect(received.slice(0, 3)).toEqual([1, 2, 3].map((n) => ['alarm', { n }]));
  });

  it('reaches a socket that has joined since the last one, and none that has left', async () => {
    const first = await join();
    broadcast.emit('house', 'alarm', { n: 1 });
    const second = await join();
    broadcast.emit('house', 'alarm', { n: 2 });
    await ofClient(first.client).leave('house');
    broadcast.emit('house', 'alarm', { n: 3 });
    await Promise.all([first, second].map(({ client }) => settled(client)));
    const numbers = [first, second].map(({ received }) =>
      received.map(([name, payload]) => (payload as { n?: number })?.n ?? name),
    );
    expect(numbers).toEqual([
      [1, 2, 'done'],
      [2, 3, 'done'],
    ]);
  });

  it('reaches a socket whose stream ws keeps elsewhere', async () => {
    const { client, received } = await join();
    const { transport } = ofClient(client).conn as unknown as { transport: { socket: WebSocket } };
    transport.socket = new Proxy(transport.socket, {
      get(target, key) {
        const value: unknown = key === '_socket' ? undefined : Reflect.get(target, key, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    broadcast.emit('house', 'alarm', { n: 1 });
    await settled(client);
    expect(received[0]).toEqual(['alarm', { n: 1 }]);
  });

  it('does not skip anybody when a neighbour disconnects in the middle', async () => {
    const [first, second, third] = [await join(), await join(), await join()];
    const ending = ofClient(second.client);
    const gone = new Promise((resolve) => second.client.once('disconnect', resolve));
    ending.conn.transport.close();
    broadcast.emit('house', 'alarm', { n: 1 });
    ofClient(first.client).disconnect(true);
    broadcast.emit('house', 'alarm', { n: 2 });
    await gone;
    await settled(third.client);
    expect(third.received.slice(0, 2)).toEqual([
      ['alarm', { n: 1 }],
      ['alarm', { n: 2 }],
    ]);
  });

  it('gives a client that reads slowly everything, once and in order', async () => {
    const { client: quick } = await join();
    const slow = new WebSocket(`ws://${address()}/socket.io/?EIO=4&transport=websocket`);
    const numbers: number[] = [];
    slow.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text.startsWith('0')) slow.send('40');
      const [, n] = /"n":(\d+)/.exec(text) ?? [];
      if (n !== undefined) numbers.push(Number(n));
    });
    const [connected] = (await once(server, 'connection')) as [{ id: string }];
    expect(connected.id).not.toBe(quick.id);
    slow.pause();
    const filler = 'x'.repeat(64 * 1024);
    const count = 200;
    for (let n = 0; n < count; n += 1) {
      broadcast.emit('house', 'alarm', { n, filler });
      if (n % 20 === 0) await settled(quick);
    }
    slow.resume();
    while (numbers.length < count) await once(slow, 'message');
    expect(numbers).toEqual(Array.from({ length: count }, (_, n) => n));
    slow.terminate();
  });
});
