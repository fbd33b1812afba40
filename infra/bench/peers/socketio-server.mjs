// @ts-check
import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { EVENT } from './message.mjs';

/** Socket.IO with ResQ's options and nothing else: one room, one event, and an acknowledgement. */
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
  socket.on('press', () => io.to('house').emit('alarm:event', EVENT));
  socket.on('alarm:receipt', (_receipt, acknowledge) => acknowledge({ ok: true }));
});

http.listen({ port: Number(process.argv[2]), host: '127.0.0.1', backlog: 4_096 }, () => {
  process.send?.('ready');
});
