import type { Server, Socket } from 'socket.io';
import type { Cursor } from '../../../contract/alarm.js';
import type {
  ClientToServerEvents,
  ServerToClientEvents,
  SessionEndReason,
} from '../../../contract/events.js';
import type { Actor } from '../../auth/actor.js';

/** The data that the server keeps of a connection. */
export interface SocketData {
  actor: Actor;
  deviceId: string;
  /** The client's positions in its buildings' streams. */
  cursors: Record<string, Cursor>;
  /** The expiry of the access token, in milliseconds since 1970. */
  tokenEndsAtMs: number;
  /** The handshake's count of ended sign-ins just before it looked up this connection's sign-in. */
  endedBefore: number;
  /** When the client last sent anything, by the monotonic clock; a living one answers each ping. */
  receivedAtMs: number;
}

type None = Record<string, never>;
export type AlarmServer = Server<ClientToServerEvents, ServerToClientEvents, None, SocketData>;
export type AlarmSocket = Socket<ClientToServerEvents, ServerToClientEvents, None, SocketData>;

/** @returns this node's connections in the room */
export function socketsIn(io: AlarmServer, room: string): AlarmSocket[] {
  const { adapter, sockets } = io.of('/');
  return [...(adapter.rooms.get(room) ?? [])].flatMap((id) => sockets.get(id) ?? []);
}

/** Sends the reason, and closes the connection for good. */
export function endSession(socket: AlarmSocket, reason: SessionEndReason): void {
  socket.emit('session:end', { reason });
  socket.disconnect(true);
}
