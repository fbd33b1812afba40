import { createServer } from 'node:http';
import { NestFactory, Reflector } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Server } from 'socket.io';
import { AppModule } from './app.module.js';
import { Arrivals } from './platform/arrivals.js';
import { Drain } from './platform/drain.js';
import { HttpAdapter } from './platform/http/http-adapter.js';
import { PAGES_ROOT, servePages } from './platform/http/pages.js';
import { DOCUMENT, serveDocs } from './platform/http/serve-docs.js';
import { ErrorFilter } from './platform/http/error.filter.js';
import {
  notStored,
  onlyHealth,
  requestId,
  securityHeaders,
  spreadRequests,
} from './platform/http/middleware.js';
import { LoadGuard, NodeLoad } from './platform/load/node-load.js';
import { PressQueue, refusePresses } from './platform/load/press-queue.js';
import { Metrics } from './platform/metrics.js';
import { NestLogger } from './platform/logging.js';
import type { PlatformParts } from './platform/platform.module.js';
import { AppIoAdapter, isForSockets } from './platform/realtime/socket-server.js';
import { RedisBridge } from './platform/realtime/redis-bridge.js';
import { IO } from './platform/tokens.js';
import { createValidationPipe } from './platform/input.js';

const BODY_LIMIT = '32kb';
/**
 * Longer than a proxy or a client keeps an idle connection to use it again: Caddy for 120 s, undici for a
 * second less than the server says. Node's 5 s let a press meet a connection that is just being closed.
 */
const KEEP_ALIVE_MS = 130_000;
/** The routes that anybody may call. */
const OPEN_ROUTES = ['/api/auth', '/api/gate'];

/** Builds the application without listening. Tests build the same one. */
export async function createApp(parts: PlatformParts): Promise<NestExpressApplication> {
  const { config, logger } = parts;
  const isWorker = config.role === 'worker';
  const adapter = new HttpAdapter((request) => !isWorker && isForSockets(request));
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(parts), adapter, {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  app.getHttpServer().keepAliveTimeout = KEEP_ALIVE_MS;
  app.set('trust proxy', config.trustedProxies);
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  const headers = securityHeaders(config);
  app.use(app.get(Arrivals).middleware, app.get(Drain).middleware);
  app.use(OPEN_ROUTES, spreadRequests());
  app.use(requestId, ...headers);
  if (isWorker) app.use(onlyHealth(app.get(Metrics).handle));
  app.use('/api', notStored, refusePresses(app.get(PressQueue)));
  app.useBodyParser('json', { limit: BODY_LIMIT });
  const { contactEmail, operator } = config;
  servePages(app, PAGES_ROOT, {
    'resq-contact': contactEmail,
    'resq-operator': operator ? `${operator.name}, ${operator.address}` : '',
  });
  serveDocs(app, DOCUMENT);
  app.setGlobalPrefix('api');
  app.useGlobalGuards(new LoadGuard(app.get(NodeLoad), app.get(Reflector)));
  app.useGlobalPipes(createValidationPipe());
  app.useGlobalFilters(new ErrorFilter(logger, app.get(Metrics)));
  const [io, redis] = [app.get<Server>(IO), app.get(RedisBridge)];
  // A worker admits no sockets, so those wait at a server that never listens.
  const server = isWorker ? createServer() : app.getHttpServer();
  app.useWebSocketAdapter(new AppIoAdapter(app, io, redis, headers, server));
  return app;
}
