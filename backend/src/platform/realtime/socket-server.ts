import { Server, type ServerOptions } from 'socket.io';
import { WebSocketServer, type ServerOptions as WebSocketOptions } from 'ws';
import type { Config } from '../config.js';
import type { Drain } from '../drain.js';

/** Socket.IO as `docs/wire.md` describes it; decision 3 gives the reason for each number. */
const OPTIONS = {
  path: '/socket.io',
  transports: ['websocket'],
  serveClient: false,
  perMessageDeflate: false,
  maxHttpBufferSize: 16_384,
  pingInterval: 10_000,
  pingTimeout: 5_000,
  connectTimeout: 5_000,
} satisfies Partial<ServerOptions>;

/**
 * One read of a socket may hold hundreds of messages. Each is handled in its own turn of the event
 * loop, so that a flood on one connection does not delay the messages of all others.
 */
class FairWebSocketServer extends WebSocketServer {
  constructor(options: WebSocketOptions) {
    super({ ...options, allowSynchronousEvents: false });
  }
}

type AllowRequest = (error: string | undefined, allowed: boolean) => void;

/**
 * Creates the node's one Socket.IO server before anything listens, so that it can be injected into
 * every class that emits. The adapter attaches it to the HTTP server later.
 */
export function createSocketServer(config: Config, drain: Drain): Server {
  return new Server({
    ...OPTIONS,
    wsEngine: FairWebSocketServer,
    // Runs before the upgrade: a foreign page costs no WebSocket, and a node that shuts down admits
    // no client.
    allowRequest: (request: { headers: { origin?: string } }, done: AllowRequest) => {
      const allowed =
        !drain.isLeaving && config.allowedOrigins.includes(request.headers.origin ?? '');
      done(allowed ? undefined : 'refused', allowed);
    },
  });
}
