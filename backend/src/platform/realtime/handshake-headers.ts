import { ServerResponse, type IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Server } from 'socket.io';

interface RefusedRequest extends IncomingMessage {
  /** Set for plain requests, which engine.io answers with the headers of its middleware. */
  res?: ServerResponse;
  /** Set once the upgrade is done. */
  websocket?: unknown;
}

/** Adds the security headers to what engine.io answers itself, which never reaches Express. */
export function secureHandshakes(io: Server, headers: RequestHandler[]): void {
  for (const handler of headers) io.engine.use(handler as Parameters<typeof io.engine.use>[0]);
  // engine.io writes its refusal of an upgrade to the bare socket, unless that has ended.
  io.engine.on('connection_error', ({ req }: { req?: RefusedRequest }) => {
    if (!req || req.res || req.websocket || !req.socket.writable) return;
    const response = new ServerResponse(req);
    response.assignSocket(req.socket);
    apply(headers, req, response);
    response.writeHead(400, { 'Content-Type': 'text/plain', Connection: 'close' });
    response.end('Bad request');
    req.socket.end();
  });
}

function apply(
  headers: RequestHandler[],
  request: IncomingMessage,
  response: ServerResponse,
): void {
  for (const handler of headers) {
    handler(request as never, response as never, () => undefined);
  }
}
