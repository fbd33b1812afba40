import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Socket } from 'socket.io';
import WebSocket from 'ws';
import type { Config } from '../../config.js';
import { Drain } from '../../drain.js';
import { createSocketServer } from '../socket-server.js';
import { readEarly } from './early-events.js';

/** The texts of a client, by what is unusual about them. The server answers each payload with itself. */
const TEXTS: [what: string, ...texts: string[]][] = [
  ['nothing', '420["echo",{"n":1}]'],
  ['a long id', '42123456789["echo",{"n":1}]'],
  ['an id with zeros before it', '42007["echo",{"n":1}]'],
  ['an id of ten digits', '421234567890["echo",{"n":1}]'],
  ['its characters', '421["echo",{"text":"Åsa 🔥 \u2028 \\" ]"}]'],
  ['its length', `421["echo",{"text":"${'x'.repeat(9_000)}"}]`],
  ['its nesting', '421["echo",{"a":[{"b":["]"]}],"__proto__":{"c":1}}]'],
  ['no id', '42["echo",{"n":1}]'],
  ['two payloads', '421["echo",{"n":1},{"n":2}]'],
  ['a payload that is a list', '421["echo",[1]]'],
  ['no payload', '421["echo"]'],
  ['spaces', '421[ "echo" , {"n":1} ]'],
  ['a name with an escape', '421["ech\\u006f",{"n":1}]'],
  ['a name that it does not take', '421["other",{"n":1}]'],
  ['a payload that it does not take', '421["echo",{"isUnusual":true}]'],
  ['a namespace', '42/,1["echo",{"n":1}]'],
  ['a namespace that is not there', '42/admin,1["echo",{"n":1}]'],
  ['a name that Socket.IO keeps for itself', '421["disconnect",{"n":1}]'],
  ['broken JSON', '421["echo",{"n":1]'],
  ['text behind it', '421["echo",{"n":1}]]'],
  ['a disconnect before it, and an end', '41', '421["echo",{"n":1}]', '9'],
];

const ORIGIN = 'https://resq.example';

/** By what is unusual, what a client receives each way. */
const transcripts = new Map<string, string[][]>();

/** Both ways have the same clients, so that their transcripts can be compared. */
describe.each([
  ['that are read early', true],
  ['that Socket.IO reads', false],
])('events %s', (_way, isEarly) => {
  const http = createServer();
  const config = { allowedOrigins: [ORIGIN] } as Config;
  const server = createSocketServer(config, new Drain({} as never)).attach(http);
  let taken = 0;
  let answered = 0;
  let onAnswer: () => unknown = () => undefined;
  const count = () => {
    answered += 1;
    onAnswer();
  };

  beforeAll(async () => {
    server.use((socket, next) => {
      if (isEarly) {
        readEarly(socket, {
          has: (event) => event === 'echo',
          take: (_event, payload, acknowledge) => {
            if ((payload as { isUnusual?: boolean }).isUnusual) return false;
            taken += 1;
            count();
            acknowledge({ is: [payload] });
            return true;
          },
        });
      }
      next();
    });
    server.on('connection', (socket) => {
      const answer = (...given: unknown[]) => {
        const acknowledge = given.pop();
        count();
        if (typeof acknowledge === 'function')
          (acknowledge as (ack: object) => void)({ is: given });
      };
      for (const event of ['echo', 'other']) socket.on(event, answer);
    });
    await once(http.listen(0, '127.0.0.1'), 'listening');
  });

  afterAll(() => server.close());

  const connect = (): WebSocket => {
    const { port } = http.address() as AddressInfo;
    const address = `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`;
    return new WebSocket(address, { origin: ORIGIN });
  };

  /** @returns what a client receives that connects, unless it shall not, and sends the texts */
  async function transcriptOf(texts: string[], connects = true): Promise<string[]> {
    const client = connect();
    const received: string[] = [];
    client.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text.startsWith('0')) client.send(connects ? '40' : texts.join());
      else if (text.startsWith('40'))
        [...texts, '4299["other",{}]'].forEach((one) => client.send(one));
      else received.push(text);
      if (text.startsWith('4399')) client.close();
    });
    await once(client, 'close');
    return received;
  }

  it.each(TEXTS)('have the same answer, with %s unusual', async (what, ...texts) => {
    transcripts.set(what, [
      ...(transcripts.get(what) ?? []),
      await transcriptOf([...texts, ...texts]),
    ]);
    const [one, other = one] = transcripts.get(what) ?? [];
    expect(one).toEqual(other);
  });

  it('end a connection whose handshake is not done', async () => {
    expect(await transcriptOf(['420["echo",{"n":1}]'], false)).toEqual([]);
  });

  it('are all answered, once, when the client reads late', async () => {
    const client = connect();
    const ids: number[] = [];
    client.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text.startsWith('0')) client.send('40');
      const [, id] = /^43(\d+)/.exec(text) ?? [];
      if (id !== undefined) ids.push(Number(id));
    });
    await once(server, 'connection');
    client.pause();
    const filler = 'x'.repeat(15_000);
    const expected = Array.from({ length: 600 }, (_, n) => n);
    const all = new Promise<void>(
      (done) => (onAnswer = () => answered === expected.length && done()),
    );
    answered = 0;
    for (const n of expected) {
      client.send(`42${n}["${n % 3 === 0 ? 'other' : 'echo'}",{"filler":"${filler}"}]`);
    }
    await all;
    client.resume();
    while (ids.length < expected.length) await once(client, 'message');
    expect(ids.sort((a, b) => a - b)).toEqual(expected);
    client.terminate();
  });

  it('are a sign of life of their connection', async () => {
    const client = connect();
    client.on('message', (data: Buffer) => {
      if (data.toString().startsWith('0')) client.send('40');
    });
    const [{ conn }] = (await once(server, 'connection')) as [Socket];
    const alive = once(conn, 'packet');
    client.send('421["echo",{"n":1}]');
    await alive;
    client.terminate();
  });

  it('are taken before Socket.IO decodes them when they are usual', () => {
    expect(taken > 0).toBe(isEarly);
  });
});
