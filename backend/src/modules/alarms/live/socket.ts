import type { Server, Socket } from 'socket.io';
import type { Cursor } from '../../../contract/alarm.js';
import type {
  ClientToServerEvents,
  ServerToClientEvents,
  SessionEndReason,
} from '../../../contract/events.js';
import type { Actor } from '../../auth/actor.js';

/** What the server knows of a connection. */
export interface SocketData {
  actor: Actor;
  deviceId: string;
  /** Where the client says it stands, by building. */
  cursors: Record<string, Cursor>;
  /** When its access token runs out, in milliseconds since 1970. */
  tokenEndsAtMs: number;
  /** How many sign-ins had ended, as far as this node had heard, when it was let in. */
  endedBefore: number;
}

type None = Record<string, never>;
export type AlarmServer = Server<ClientToServerEvents, ServerToClientEvents, None, SocketData>;
export type AlarmSocket = Socket<ClientToServerEvents, ServerToClientEvents, None, SocketData>;

/** Says why, and closes the connection for good. */
export function end(socket: AlarmSocket, reason: SessionEndReason): void {
  socket.emit('session:end', { reason });
  socket.disconnect(true);
}
