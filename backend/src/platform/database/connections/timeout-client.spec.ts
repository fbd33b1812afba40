import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import pg from 'pg';
import { TimeoutClient } from './timeout-client.js';

/** A message of PostgreSQL's protocol: its type, its length, its content. */
function message(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

const AUTHENTICATED = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const SHUT_DOWN = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));

let server: Server;

beforeEach(async () => {
  // A server that shuts down: the connection is ready and over in one packet.
  server = createServer((socket) =>
    socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATED, READY, SHUT_DOWN]))),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterEach(() => server.close());

it('a connection that ends as it becomes ready fails its statement, and not the process', async () => {
  const { port } = server.address() as AddressInfo;
  const pool = new pg.Pool({
    Client: TimeoutClient,
    connectionString: `postgres://user:word@127.0.0.1:${port}/resq`,
  });
  const client = await pool.connect();
  await expect(client.query('select 1')).rejects.toThrow(/not queryable|Connection terminated/);
  client.release(true);
  await pool.end();
});
