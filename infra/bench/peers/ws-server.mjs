// @ts-check
import { createServer } from 'node:http';
import * as ws from 'ws';
import { EVENT } from './message.mjs';

/** The class is missing in the published types of ws. */
const { Sender, WebSocketServer } = /** @type {any} */ (ws);

const text = `42${JSON.stringify(['alarm:event', EVENT])}`;

/** The limit in Node: one frame is built once and written to every connection by one call. */
const http = createServer();
const server = new WebSocketServer({ server: http, perMessageDeflate: false });
server.on('connection', (/** @type {import('ws').WebSocket} */ client) =>
  client.on('message', broadcast),
);

function broadcast() {
  const options = { opcode: 1, fin: true, mask: false, rsv1: false, readOnly: true };
  const frame = Buffer.concat(Sender.frame(Buffer.from(text), options));
  for (const client of server.clients) {
    /** @type {{ _socket: import('node:net').Socket }} */ (
      /** @type {unknown} */ (client)
    )._socket.write(frame);
  }
}

http.listen({ port: Number(process.argv[2]), host: '127.0.0.1', backlog: 4_096 }, () => {
  process.send?.('ready');
});
