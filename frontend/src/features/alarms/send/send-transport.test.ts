import { expect, it } from 'vitest';
import { watchNetwork } from '../../../lib/net/network.js';
import { socket } from '../../../lib/realtime/socket.js';
import { transport } from './send-loop.js';

watchNetwork();

it.each([
  [true, true, true],
  [true, false, false],
  [false, true, false],
])('with connected %s and online %s, the socket is used: %s', (connected, online, expected) => {
  window.dispatchEvent(new Event(online ? 'online' : 'offline'));
  socket.connected = connected;
  expect(transport.socketIsUp()).toBe(expected);
  socket.connected = false;
  window.dispatchEvent(new Event('online'));
});
