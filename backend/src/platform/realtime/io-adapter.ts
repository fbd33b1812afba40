import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { Server } from 'socket.io';
import type { RedisBridge } from './redis-bridge.js';

/** Attaches the injected Socket.IO server where Nest would create one of its own. */
export class AppIoAdapter extends IoAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly io: Server,
    private readonly redis: RedisBridge,
  ) {
    super(app);
  }

  override createIOServer(): Server {
    this.redis.attach(this.io);
    return this.io.attach(this.httpServer as Parameters<Server['attach']>[0]);
  }
}
