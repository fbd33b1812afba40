import type { Socket as NetSocket } from 'node:net';
import type { Socket } from 'socket.io';
import { WebSocket } from 'ws';

/** The part of engine.io below Socket.IO; its transport does not export the type of its socket. */
interface Connection {
  readyState: string;
  upgrading: boolean;
  writeBuffer: unknown[];
  transport: { name: string; writable: boolean; socket?: WebSocket };
}

/** @returns the TCP stream of a connection on which nothing waits; undefined for any other */
export function idleStreamOf(socket: Socket): NetSocket | undefined {
  const { readyState, upgrading, writeBuffer, transport } = socket.conn as unknown as Connection;
  if (readyState !== 'open' || upgrading || writeBuffer.length > 0) return undefined;
  if (transport.name !== 'websocket' || !transport.writable) return undefined;
  const connection = transport.socket;
  const isIdle = connection?.readyState === WebSocket.OPEN && connection.bufferedAmount === 0;
  return isIdle ? (connection as unknown as { _socket?: NetSocket })._socket : undefined;
}
