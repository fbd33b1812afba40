import { Injectable, OnModuleDestroy } from '@nestjs/common';
import type { AlarmServer } from './socket.js';

const FIRST_MS = 200;
/** As fast as another node takes them in without its alarms becoming late. */
const PER_TAB_MS = 2;
const LAST_MS = 5_000;

/** Tells each tab when to come back, to another node: together they would be a storm. */
@Injectable()
export class ShutdownNotice implements OnModuleDestroy {
  private server: AlarmServer | undefined;

  connect(server: AlarmServer): void {
    this.server = server;
  }

  onModuleDestroy(): void {
    const sockets = [...(this.server?.of('/').sockets.values() ?? [])];
    const spreadMs = Math.min(sockets.length * PER_TAB_MS, LAST_MS - FIRST_MS);
    sockets.forEach((socket, n) => {
      const retryInMs = Math.round(FIRST_MS + (n / sockets.length) * spreadMs);
      socket.emit('server:bye', { retryInMs });
    });
  }
}
