import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Config } from '../../config.js';
import { Drain } from '../../drain.js';
import { createSocketServer } from '../socket-server.js';

const ORIGIN = 'https://resq.example';
/** A masked frame with the text "40", Socket.IO's CONNECT, and a mask of zeros. */
const CONNECT_FRAME = Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30]);

/** The bytes that a client receives, each way, by what the client does. */
const transcripts = new Map<string, string[]>();

describe.each([
  ['joined', true],
  ['as ws and Engine.IO write them', false],
])('the first bytes of a connection, %s', (_way, fastPaths) => {
  const http = createServer();
  const config = { allowedOrigins: [ORIGIN], fastPaths } as Config;
  const server = createSocketServer(config, new Drain({} as never)).attach(http);

  beforeAll(() => once(http.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => server.close());

  /** Sends the request for an upgrade, with what a hasty client sends behind it. */
  function open(headers: string, behind = Buffer.alloc(0)): Socket {
    const socket = connect((http.address() as AddressInfo).port, '127.0.0.1');
    const head =
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: localhost\r\n' +
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      `Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n${headers}\r\n\r\n`;
    socket.write(Buffer.concat([Buffer.from(head), behind]));
    return socket;
  }

  /** @returns all that comes until it matches `last`, or until the connection ends */
  async function receive(socket: Socket, last: RegExp): Promise<string> {
    let received = '';
    for await (const data of socket) {
      received += (data as Buffer).toString('latin1');
      if (last.test(received)) break;
    }
    return received.replace(/"sid":"[^"]+"/g, '"sid"').replace(/Date: .+/, 'Date');
  }

  const agrees = (what: string, received: string) => {
    transcripts.set(what, [...(transcripts.get(what) ?? []), received]);
    const [one, other = one] = transcripts.get(what) ?? [];
    expect(other).toBe(one);
  };

  it(`come ${fastPaths ? 'with one write' : 'with two writes'}`, async () => {
    const accepted = once(http, 'connection') as Promise<[Socket]>;
    const client = open(`Origin: ${ORIGIN}`);
    const [stream] = await accepted;
    const writes = [
      jest.spyOn(stream, '_write').mockName('one chunk'),
      jest.spyOn(stream, '_writev' as '_write').mockName('several chunks'),
    ];
    agrees('waits', await receive(client, /0\{.+\}/s));
    await nextTurn();
    expect(writes.reduce((count, { mock }) => count + mock.calls.length, 0)).toBe(
      fastPaths ? 1 : 2,
    );
  });

  it('are followed by the answer to a client that does not wait for them', async () => {
    const received = await receive(open(`Origin: ${ORIGIN}`, CONNECT_FRAME), /40\{.+\}/s);
    expect(received).toMatch(/^HTTP\/1\.1 101 .*\r\n\r\n..0\{.*\}..40\{"sid"\}$/s);
    agrees('does not wait', received);
  });

  it('are the refusal of a foreign page', async () => {
    const received = await receive(open('Origin: https://other.example'), /never/);
    expect(received).toMatch(/^HTTP\/1\.1 400 .*refused$/s);
    agrees('is of a foreign page', received);
  });

  it('may go to a client that has left, and then its connection ends', async () => {
    const ended = new Promise((resolve) => {
      server.engine.once('connection', (one: { once: (event: string, then: unknown) => void }) =>
        one.once('close', resolve),
      );
    });
    const client = open(`Origin: ${ORIGIN}`);
    await once(client, 'connect');
    client.resetAndDestroy();
    await Promise.race([ended, once(http, 'clientError')]);
    expect(server.engine.clientsCount).toBe(0);
  });
});
