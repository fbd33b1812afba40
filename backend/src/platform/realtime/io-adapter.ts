import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { RequestHandler } from 'express';
import type { Server } from 'socket.io';
import { secureHandshakes } from './handshake-headers.js';
import type { RedisBridge } from './redis-bridge.js';

/** Attaches the injected Socket.IO server where Nest would create one of its own. */
export class AppIoAdapter extends IoAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly io: Server,
    private readonly redis: RedisBridge,
    private readonly headers: RequestHandler[],
  ) {
    super(app);
  }

  /** `EventDispatcher` handles the events of all connections. */
  override bindMessageHandlers(): void {}

  override createIOServer(): Server {
    this.redis.attach(this.io);
    this.io.attach(this.httpServer as Parameters<Server['attach']>[0]);
    secureHandshakes(this.io, this.headers);
    return this.io;
  }
}
