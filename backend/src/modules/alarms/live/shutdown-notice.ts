import { Inject, Injectable, OnModuleDestroy } from '@nestjs/common';
import { IO } from '../../../platform/tokens.js';
import type { AlarmServer } from './socket.js';

const FIRST_MS = 200;
/** Another node admits tabs at this pace without its alarms becoming late. */
const PER_TAB_MS = 2;
const LAST_MS = 5_000;

/** Tells tabs when to reconnect to another node, spread over time to prevent a reconnect storm. */
@Injectable()
export class ShutdownNotice implements OnModuleDestroy {
  constructor(@Inject(IO) private readonly io: AlarmServer) {}

  onModuleDestroy(): void {
    const sockets = [...this.io.of('/').sockets.values()];
    const spreadMs = Math.min(sockets.length * PER_TAB_MS, LAST_MS - FIRST_MS);
    sockets.forEach((socket, n) => {
      const retryInMs = Math.round(FIRST_MS + (n / sockets.length) * spreadMs);
      socket.emit('server:bye', { retryInMs });
    });
  }
}
