import { once } from 'node:events';
import type { AddressInfo, Socket as NetSocket } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { busyMs, foreignCores, ownMs } from '../../../infra/bench/arena/foreign-load.mjs';
import { LightSocket } from '../../../infra/bench/peers/light-socket.mjs';
import { summarize, verdictOf } from '../../../infra/bench/report/summary.mjs';

const sample = (own: number, peer: number) => ({
  measure: 'first → last',
  unit: 'ms',
  own,
  peer: { name: 'ws', value: peer },
  max: 1.1,
});

it('compares with the peer of the same round, because rounds differ from each other', () => {
  const { range, own, peer } = summarize([sample(10, 10), sample(40, 20), sample(15, 10)]);
  expect(range).toEqual([1, 1.5, 2]);
  expect([own, peer?.value]).toEqual([15, 10]);
});

it.each([
  ['met', [0.9, 1, 1.3], { max: 1.1 }],
  ['met', [0.9, 1.1, 1.3], { max: 1.1 }],
  ['unclear', [1, 1.2, 1.3], { max: 1.1 }],
  ['not met', [1.2, 1.2, 1.3], { max: 1.1 }],
  ['met', [500, 600, 700], { min: 600 }],
  ['unclear', [500, 590, 600], { min: 600 }],
  ['not met', [500, 550, 590], { min: 600 }],
  ['not met', [NaN, NaN, NaN], { max: 1.1 }],
  ['', [1, 2, 3], {}],
] as const)('says that a goal is %s at %j', (verdict, [least, middle, most], goal) => {
  expect(verdictOf([least, middle, most], goal)).toBe(verdict);
});

const STAT = [
  '10 (node) S 1 10 10 0 -1 0 0 0 0 0 100 50 0 0 20 0',
  '11 (a (b) c) S 10 10 10 0 -1 0 0 0 0 0 20 10 5 5 20 0',
  '12 (postgres) S 11 10 10 0 -1 0 0 0 0 0 1 0 0 0 20 0',
  '13 (foreign) S 1 10 10 0 -1 0 0 0 0 0 900 0 0 0 20 0',
];

it('counts the CPU of a process, its descendants, and their children that have ended', () => {
  expect(ownMs(STAT, 10)).toBe((150 + 40 + 1) * 10);
});

it('does not count idle cores, nor guests twice', () => {
  expect(busyMs('cpu  1 2 4 1000 1000 8 16 32 5 5')).toBe(63 * 10);
});

it('says how many cores others used', () => {
  const before = { busyMs: 1_000, ownMs: 500, atMs: 0 };
  expect(foreignCores(before, { busyMs: 5_000, ownMs: 1_500, atMs: 2_000 })).toBe(1.5);
  expect(foreignCores(undefined, before)).toBeNaN();
});

describe('the bench’s light client', () => {
  let server: WebSocketServer;
  let client: LightSocket;
  let socket: WebSocket;
  let received: string[];
  let ended: Promise<Error>;

  beforeEach(async () => {
    server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
    await once(server, 'listening');
    client = new LightSocket({ ...(server.address() as AddressInfo), path: '/', origin: 'bench' });
    received = [];
    client.onText = (text) => received.push(text);
    ended = new Promise((resolve) => (client.onEnd = resolve));
    const opened = new Promise<void>((open) => (client.onOpen = open));
    [socket] = (await once(server, 'connection')) as [WebSocket];
    await opened;
  });

  afterEach(() => {
    client.terminate();
    server.close();
  });

  const settled = async (): Promise<void> => {
    socket.send('done');
    while (received.at(-1) !== 'done') await new Promise((resolve) => setImmediate(resolve));
  };

  const TEXTS = [0, 1, 125, 126, 60_000].map((length) => 'å'.repeat(length / 2));

  it('sends texts that a server of ws understands', async () => {
    const texts: string[] = [];
    socket.on('message', (data: Buffer) => texts.push(data.toString()));
    TEXTS.forEach((text) => client.send(text));
    while (texts.length < TEXTS.length) await once(socket, 'message');
    expect(texts).toEqual(TEXTS);
  });

  it('receives texts of all sizes, together or byte by byte', async () => {
    const stream = (socket as unknown as { _socket: NetSocket })._socket;
    [...TEXTS, 'x'.repeat(70_000)].forEach((text) => socket.send(text));
    await settled();
    for (const byte of [0x81, 3, ...Buffer.from('bit')]) {
      stream.write(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await settled();
    expect(received).toEqual([...TEXTS, 'x'.repeat(70_000), 'done', 'bit', 'done']);
  });

  it.each([
    ['a close', () => socket.close(), 'close'],
    ['a ping', () => socket.ping(), 'ping'],
    ['bytes', () => socket.send(Buffer.from('x')), 'unexpected frame 2'],
    ['the end of the connection', () => socket.terminate(), 'closed the connection'],
  ])('fails at %s, so that no row counts a connection that is gone', async (_what, act, reason) => {
    act();
    expect((await ended).message).toContain(reason);
  });
});

it('the bench’s light client fails when it is refused', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', verifyClient: () => false });
  await once(server, 'listening');
  const client = new LightSocket({ ...(server.address() as AddressInfo), path: '/', origin: '' });
  const ended = new Promise<Error>((resolve) => (client.onEnd = resolve));
  expect((await ended).message).toContain('401');
  server.close();
});
