import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { firstMessageAtOnce } from './first-message.js';

/** More than the messages that pass in the turns of one read and of the callbacks behind it. */
const FLOOD = 50;

let server: WebSocketServer;
let client: WebSocket;
let connection: WebSocket;

beforeEach(async () => {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0, allowSynchronousEvents: false });
  await once(server, 'listening');
  const connected = once(server, 'connection');
  client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  [connection] = (await connected) as [WebSocket];
  if (client.readyState !== WebSocket.OPEN) await once(client, 'open');
});

afterEach(() => {
  client.terminate();
  server.close();
});

/** The client's TCP stream, to send several messages that the server reads at once. */
const streamOf = (socket: WebSocket) =>
  (socket as unknown as { _socket: { cork(): void; uncork(): void; bytesWritten: number } })
    ._socket;

/** @returns the turn of the event loop in which each of the messages was handed over */
async function turnsOf(messages: number, onMessage: () => void): Promise<number[]> {
  let turn = 0;
  let isDone = false;
  const count = () => {
    turn += 1;
    if (!isDone) setImmediate(count);
  };
  const turns: number[] = [];
  const texts: string[] = [];
  const all = new Promise<void>((resolve) => {
    connection.on('message', (data: Buffer) => {
      onMessage();
      turns.push(turn);
      texts.push(data.toString());
      if (texts.length === messages) resolve();
    });
  });
  const stream = streamOf(client);
  stream.cork();
  const sent = Array.from({ length: messages }, (_, n) => `${n}`);
  for (const text of sent) client.send(text);
  stream.uncork();
  count();
  await all;
  isDone = true;
  expect(texts).toEqual(sent);
  return turns;
}

it('hands over the first message when it is read, and the next one in a later turn', async () => {
  const began = firstMessageAtOnce(connection);
  const isReading: boolean[] = [];
  const stream = (connection as unknown as { _socket: NodeJS.EventEmitter })._socket;
  let reading = false;
  stream.prependListener('data', () => (reading = true));
  stream.on('data', () => (reading = false));
  const turns = await turnsOf(3, () => {
    isReading.push(reading);
    began();
  });
  expect(isReading).toEqual([true, false, false]);
  expect(turns[2]).toBeGreaterThan(turns[0] ?? NaN);
});

it('hands over a flood in as many turns as ws alone, but for the first message', async () => {
  const began = firstMessageAtOnce(connection);
  const turns = await turnsOf(FLOOD, began);
  // Two messages may share a turn: one that is read, and one that waited.
  expect(new Set(turns).size).toBeGreaterThanOrEqual(FLOOD / 2);
});

it('leaves a connection alone whose messages wait for nothing', async () => {
  const receiver = (connection as unknown as { _receiver: { _allowSynchronousEvents: boolean } })
    ._receiver;
  receiver._allowSynchronousEvents = true;
  const turns = await turnsOf(3, firstMessageAtOnce(connection));
  expect(new Set(turns).size).toBe(1);
});
