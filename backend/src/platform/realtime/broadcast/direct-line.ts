import type { Socket as NetSocket } from 'node:net';
import type { Socket } from 'socket.io';
import { WebSocket } from 'ws';

/**
 * The releases whose inner parts are used here. After an update of either, read again how they queue
 * and flush packets; the tests of the broadcast hold the order.
 */
export const CHECKED_AGAINST = { 'engine.io': '6.6.11', ws: '8.23.0' };

/** The part of Engine.IO below Socket.IO; its transport does not export the type of its socket. */
interface Transport {
  name: string;
  readyState: string;
  writable: boolean;
  socket?: WebSocket & { _socket?: NetSocket };
}

/**
 * The parts of a connection that a write past Socket.IO needs. They are looked up once, because each
 * object on the way to them would cost a broadcast a wait for the memory.
 */
export interface DirectLine {
  readonly socket: Socket;
  readonly transport: Transport;
  readonly webSocket: WebSocket | undefined;
  readonly stream: NetSocket | undefined;
}

export function directLineOf(socket: Socket): DirectLine {
  const { transport } = socket.conn as unknown as { transport: Transport };
  const webSocket = transport.name === 'websocket' ? transport.socket : undefined;
  return { socket, transport, webSocket, stream: webSocket?._socket };
}

/**
 * @returns the stream, when a frame that is written to it now comes after all that was sent before:
 *   Engine.IO queues packets only while its transport is not writable, and flushes them when it is.
 *   Undefined otherwise, and when a new version of ws keeps its stream elsewhere.
 */
export const clearStreamOf = ({ transport, webSocket, stream }: DirectLine) =>
  transport.writable && transport.readyState === 'open' && webSocket?.readyState === WebSocket.OPEN
    ? stream
    : undefined;
