import { ServerResponse, type IncomingMessage, type Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { RequestHandler } from 'express';
import { Server, type ServerOptions } from 'socket.io';
import { WebSocketServer, type ServerOptions as WebSocketOptions } from 'ws';
import type { Config } from '../config.js';
import type { Drain } from '../drain.js';
import type { RedisBridge } from './redis-bridge.js';

/** Socket.IO as `docs/wire.md` describes it; decision 3 gives the reason for most numbers. */
const OPTIONS = {
  path: '/socket.io',
  transports: ['websocket'],
  serveClient: false,
  destroyUpgrade: false,
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

/** Attaches the injected Socket.IO server where Nest would create one of its own. */
export class AppIoAdapter extends IoAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly io: Server,
    private readonly redis: RedisBridge,
    private readonly headers: RequestHandler[],
    private readonly server: HttpServer,
  ) {
    super(app);
  }

  /** `EventDispatcher` handles the events of all connections. */
  override bindMessageHandlers(): void {}

  override createIOServer(): Server {
    this.redis.attach(this.io);
    this.io.attach(this.server);
    ignoreUpgrades(this.server);
    secureHandshakes(this.io, this.headers);
    return this.io;
  }
}

export const isForSockets = ({ url }: IncomingMessage): boolean =>
  url?.startsWith(`${OPTIONS.path}/`) ?? false;

/**
 * Answers a request as if it asked for no upgrade, unless it is for Socket.IO. Java's HTTP client asks for
 * HTTP/2 with each first request, and would get no answer. Node.js from 24.9 on asks `isForSockets` first.
 */
function ignoreUpgrades(server: HttpServer): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { method, url, httpVersion, rawHeaders } = request;
    if (isForSockets(request)) return;
    const lines = [`${method} ${url} HTTP/${httpVersion}`];
    for (let n = 0; n < rawHeaders.length; n += 2) {
      if (!/^upgrade$/i.test(rawHeaders[n]!)) lines.push(`${rawHeaders[n]}: ${rawHeaders[n + 1]}`);
    }
    socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
    server.emit('connection', socket);
  });
}

interface RefusedRequest extends IncomingMessage {
  /** Set for plain requests, which engine.io answers with the headers of its middleware. */
  res?: ServerResponse;
  /** Set once the upgrade is done. */
  websocket?: unknown;
}

/** Adds the security headers to what engine.io answers itself, which never reaches Express. */
function secureHandshakes(io: Server, headers: RequestHandler[]): void {
  for (const handler of headers) io.engine.use(handler as Parameters<typeof io.engine.use>[0]);
  // engine.io writes its refusal of an upgrade to the bare socket, unless that has ended.
  io.engine.on('connection_error', ({ req }: { req?: RefusedRequest }) => {
    if (!req || req.res || req.websocket || !req.socket.writable) return;
    const response = new ServerResponse(req);
    response.assignSocket(req.socket);
    for (const handler of headers) handler(req as never, response as never, () => undefined);
    response.writeHead(400, { 'Content-Type': 'text/plain', Connection: 'close' });
    response.end('Bad request');
    req.socket.end();
  });
}
