import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import { createAdapter } from '@socket.io/redis-adapter';
import type { Redis, RedisOptions } from 'ioredis';
import type { Server } from 'socket.io';
import type { Config } from '../config.js';
import type { Logger } from '../logging.js';
import { CONFIG, LOGGER } from '../tokens.js';
import { withTimeout } from '../with-timeout.js';

const require = createRequire(import.meta.url);

const COMMAND_TIMEOUT_MS = 500;
const RETRY_MAX_MS = 2_000;
const PROBE_EVERY_MS = 5_000;
const LOG_EVERY_MS = 10_000;
/** By then a briefly lost connection is back, at the sender and at the receivers. */
const SEND_AGAIN_MS = 1_000;
/** The adapter's channel for messages between nodes; only `ChangeSignals` uses it. */
const SIGNAL_CHANNEL = 'socket.io-request#';

/**
 * Connects nodes through Redis, which carries signals and personal messages. Nothing waits for it, a
 * publish neither rejects nor blocks, and a node without it finds every alarm in PostgreSQL.
 */
@Injectable()
export class RedisBridge implements OnApplicationShutdown {
  private readonly stopped = new AbortController();
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
    const publisher = createRedis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      retryStrategy,
    });
    // The subscriber has a queue: without it a node that starts before Redis never subscribes.
    const subscriber = createRedis(url, { maxRetriesPerRequest: null, retryStrategy });
    this.clients = [publisher, subscriber];
    for (const client of this.clients) client.on('error', (error) => this.complain(error));
    // The adapter awaits none of these, so a rejection would be unhandled.
    replace(publisher, 'publish', (run, channel) => this.publish(run, channel));
    for (const name of ['subscribe', 'psubscribe', 'unsubscribe', 'punsubscribe']) {
      replace(subscriber, name, (run) => this.orComplain(run()));
    }
    // The adapter throws at a message that it cannot read, which would end every node at once.
    const emit = subscriber.emit.bind(subscriber);
    subscriber.emit = (...event) => {
      try {
        return emit(...event);
      } catch (error) {
        this.complain(error, 'redis sent a message that cannot be read');
        return true;
      }
    };
    server.adapter(createAdapter(publisher, subscriber));
    this.probing = setInterval(() => void this.probe(), PROBE_EVERY_MS);
  }

  onApplicationShutdown(): void {
    this.stopped.abort();
    clearInterval(this.probing);
    for (const client of this.clients) client.disconnect();
  }

  /**
   * Sends a signal once more when Redis did not confirm it. Signals carry no state, so one that comes
   * late or twice is harmless; any other message could undo a newer one and is sent once.
   */
  private async publish(run: () => Promise<unknown>, channel: unknown): Promise<unknown> {
    try {
      return await withTimeout(COMMAND_TIMEOUT_MS, run());
    } catch (error) {
      this.complain(error);
    }
    if (!String(channel).startsWith(SIGNAL_CHANNEL)) return 0;
    const { signal } = this.stopped;
    const again = sleep(SEND_AGAIN_MS, undefined, { signal, ref: false });
    return this.orComplain(again.then(() => withTimeout(COMMAND_TIMEOUT_MS, run())));
  }

  private orComplain(running: Promise<unknown>): Promise<unknown> {
    return running.catch((error: unknown) => {
      this.complain(error);
      return 0;
    });
  }

  /** Reconnects a client that does not answer: a half-open connection looks alive for hours. */
  async probe(): Promise<void> {
    await Promise.all(this.clients.map((client) => this.probeOne(client)));
  }

  private async probeOne(client: Redis): Promise<void> {
    if (client.status !== 'ready') return;
    try {
      await withTimeout(COMMAND_TIMEOUT_MS, client.ping());
    } catch (error) {
      this.complain(error);
      client.stream.destroy();
    }
  }

  private complain(error: unknown, what = 'redis is away; alarms go on without it'): void {
    if (this.stopped.signal.aborted || Date.now() - this.loggedAtMs < LOG_EVERY_MS) return;
    this.loggedAtMs = Date.now();
    this.logger.warn({ err: error }, what);
  }
}

/** Loads the library at its first use, because most nodes have no Redis and would start later with it. */
export function createRedis(url: string, options: RedisOptions): Redis {
  const { Redis: Client } = require('ioredis') as typeof import('ioredis');
  return new Client(url, options);
}

/** Wraps one command of the client, whose many overloads TypeScript cannot express here. */
function replace(
  client: Redis,
  name: string,
  wrap: (run: () => Promise<unknown>, firstArgument: unknown) => Promise<unknown>,
): void {
  const commands = client as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  const command = commands[name]?.bind(client);
  if (command) commands[name] = (...args) => wrap(() => command(...args), args[0]);
}
