import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import { createAdapter } from '@socket.io/redis-adapter';
import { Redis } from 'ioredis';
import type { Server } from 'socket.io';
import type { Config } from '../config.js';
import type { Logger } from '../logging.js';
import { CONFIG, LOGGER } from '../tokens.js';

const COMMAND_TIMEOUT_MS = 500;
const RETRY_MAX_MS = 2_000;
const LOG_EVERY_MS = 10_000;

/**
 * Lets nodes hear of each other through Redis. Redis carries hints only: nothing waits for it, a
 * publish neither rejects nor blocks, and a node without it still finds everything in PostgreSQL.
 */
@Injectable()
export class RedisBridge implements OnApplicationShutdown {
  private clients: Redis[] = [];
  private loggedAtMs = 0;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  attach(server: Server): void {
    const url = this.config.redisUrl;
    if (!url) return;
    const retryStrategy = (times: number): number => Math.min(times * 100, RETRY_MAX_MS);
    const publisher = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      commandTimeout: COMMAND_TIMEOUT_MS,
      retryStrategy,
    });
    // The subscriber keeps its queue: without it a node that starts before Redis stays deaf.
    const subscriber = new Redis(url, { maxRetriesPerRequest: null, retryStrategy });
    this.clients = [publisher, subscriber];
    for (const client of this.clients) client.on('error', (error) => this.complain(error));
    const publish = publisher.publish.bind(publisher) as (...args: unknown[]) => Promise<number>;
    publisher.publish = (...args: unknown[]): Promise<number> =>
      publish(...args).catch((error: unknown) => {
        this.complain(error);
        return 0;
      });
    server.adapter(createAdapter(publisher, subscriber));
  }

  onApplicationShutdown(): void {
    for (const client of this.clients) client.disconnect();
  }

  private complain(error: unknown): void {
    if (Date.now() - this.loggedAtMs < LOG_EVERY_MS) return;
    this.loggedAtMs = Date.now();
    this.logger.warn({ err: error }, 'redis is away; alarms go on without it');
  }
}
