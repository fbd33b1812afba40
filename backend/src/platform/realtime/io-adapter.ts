import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { Server, ServerOptions } from 'socket.io';
import type { Config } from '../config.js';
import type { Drain } from '../drain.js';
import type { RedisBridge } from './redis-bridge.js';

/** Socket.IO as `docs/wire.md` describes it; why each number, in docs/decisions/0003. */
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

export class AppIoAdapter extends IoAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly config: Config,
    private readonly redis: RedisBridge,
    private readonly drain: Drain,
  ) {
    super(app);
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const server = super.createIOServer(port, {
      ...options,
      ...OPTIONS,
      // Runs before the upgrade, so that a foreign page costs no WebSocket, and a node that goes
      // away takes nobody in.
      allowRequest: (request: { headers: { origin?: string } }, done: AllowRequest) => {
        const allowed =
          !this.drain.isLeaving &&
          this.config.allowedOrigins.includes(request.headers.origin ?? '');
        done(allowed ? undefined : 'refused', allowed);
      },
    } as unknown as ServerOptions);
    this.redis.attach(server);
    return server;
  }
}

type AllowRequest = (error: string | undefined, allowed: boolean) => void;
