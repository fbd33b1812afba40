import { expect, it, vi } from 'vitest';
import { socket } from '../../../lib/realtime/socket.js';
import { transport } from './send-loop.js';

it.each([
  [true, true, true],
  [true, false, false],
  [false, true, false],
])('with connected %s and online %s, the socket is used: %s', (connected, online, expected) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  socket.connected = connected;
  expect(transport.socketIsUp()).toBe(expected);
  socket.connected = false;
});
