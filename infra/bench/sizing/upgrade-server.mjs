// @ts-check
import { createServer } from 'node:http';

/** A server that accepts every upgrade and sends the bytes of an alarm to all: the least of a node. */
const ALARM = Buffer.alloc(700, 'a');
const ACCEPTED =
  'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';

/** @type {Set<import('node:stream').Duplex>} */
const sockets = new Set();
const server = createServer((_request, response) => response.end('{}'));
server.on('upgrade', (_request, socket) => {
  socket.write(ACCEPTED);
  sockets.add(socket);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => sockets.delete(socket));
});
server.listen({ port: Number(process.argv[2]), host: '127.0.0.1', backlog: 4096 }, () =>
  process.send?.('listening'),
);
process.on('message', () => sockets.forEach((socket) => socket.write(ALARM)));
process.once('disconnect', () => process.exit());
