// @ts-check
import { createServer } from 'node:http';
import { Server } from 'socket.io';

/** Socket.IO with ResQ's options and nothing else: one room, one event, one acknowledged receipt. */
const http = createServer();
const io = new Server(http, {
  transports: ['websocket'],
  serveClient: false,
  perMessageDeflate: false,
  pingInterval: 10_000,
  pingTimeout: 5_000,
});
io.on('connection', (socket) => {
  void socket.join('house');
  socket.on('alarm:receipt', (_receipt, done) => done({ ok: true }));
});

process.on('message', (message) => {
  const { event } = /** @type {{ event?: object }} */ (message);
  if (event !== undefined) io.to('house').emit('alarm:event', event);
});
http.listen({ port: Number(process.argv[2]), host: '127.0.0.1', backlog: 4_096 }, () => {
  process.send?.('ready');
});
