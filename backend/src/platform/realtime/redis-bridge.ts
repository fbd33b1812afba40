import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import { createAdapter } from '@socket.io/redis-adapter';
import { Redis } from 'ioredis';
import type { Server } from 'socket.io';
import type { Config } from '../config.js';
import type { Logger } from '../logging.js';
import { CONFIG, LOGGER } from '../tokens.js';

const COMMAND_TIMEOUT_MS = 500;
const RETRY_MAX_MS = 2_000;
const PROBE_EVERY_MS = 5_000;
const LOG_EVERY_MS = 10_000;

/**
 * Lets nodes hear of each other through Redis. Redis carries signals only: nothing waits for it, a
 * publish neither rejects nor blocks, and a node without it still finds everything in PostgreSQL.
 */
@Injectable()
export class RedisBridge implements OnApplicationShutdown {
  private clients: Redis[] = [];
  private probing: NodeJS.Timeout | undefined;
  private loggedAtMs = 0;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get isUsed(): boolean {
    return this.clients.length > 0;
  }

  get isUp(): boolean {
    return this.isUsed && this.clients.every(({ status }) => status === 'ready');
  }

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
    this.pacify(publisher, ['publish']);
    this.pacify(subscriber, ['subscribe', 'psubscribe', 'unsubscribe', 'punsubscribe']);
    server.adapter(createAdapter(publisher, subscriber));
    this.probing = setInterval(() => void this.probe(), PROBE_EVERY_MS);
  }

  onApplicationShutdown(): void {
    clearInterval(this.probing);
    for (const client of this.clients) client.disconnect();
  }

  /** The adapter awaits none of these, so one that rejects would be nobody's. */
  private pacify(client: Redis, commands: string[]): void {
    const untyped = client as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    for (const name of commands) {
      const command = untyped[name]?.bind(client);
      untyped[name] = (...args) =>
        command?.(...args).catch((error: unknown) => {
          this.complain(error);
          return 0;
        }) ?? Promise.resolve(0);
    }
  }

  /** A half-open connection looks alive for hours; one that does not answer is opened anew. */
  async probe(): Promise<void> {
    await Promise.all(this.clients.map((client) => this.probeOne(client)));
  }

  private async probeOne(client: Redis): Promise<void> {
    if (client.status !== 'ready') return;
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('redis does not answer')), COMMAND_TIMEOUT_MS);
    });
    try {
      await Promise.race([client.ping(), silence]);
    } catch (error) {
      this.complain(error);
      client.stream.destroy();
    } finally {
      clearTimeout(timer);
    }
  }

  private complain(error: unknown): void {
    if (Date.now() - this.loggedAtMs < LOG_EVERY_MS) return;
    this.loggedAtMs = Date.now();
    this.logger.warn({ err: error }, 'redis is away; alarms go on without it');
  }
}
