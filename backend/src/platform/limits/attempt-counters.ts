import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import type { Config } from '../config.js';
import { createRedis } from '../realtime/redis-bridge.js';
import { CONFIG } from '../tokens.js';

const COMMAND_TIMEOUT_MS = 250;
/** A half-open connection looks alive for hours; this closes it. */
const SOCKET_TIMEOUT_MS = 2_000;
const RETRY_MAX_MS = 2_000;

/** Counts in Redis, so that nodes share the counts. Without Redis each node counts in its memory. */
@Injectable()
export class AttemptCounters implements OnApplicationShutdown {
  private readonly redis: Redis | undefined;
  private readonly counters = new Map<string, RateLimiterAbstract>();

  constructor(@Inject(CONFIG) { redisUrl }: Config) {
    if (!redisUrl) return;
    this.redis = createRedis(redisUrl, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: COMMAND_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      retryStrategy: (times) => Math.min(times * 100, RETRY_MAX_MS),
    });
    // The RedisBridge logs the same outage.
    this.redis.on('error', () => undefined);
  }

  /** @returns the counter of this name; a key is forgotten `windowS` seconds after its first point */
  get(name: string, windowS: number): RateLimiterAbstract {
    const known = this.counters.get(name);
    if (known) return known;
    const settings = { keyPrefix: `resq:attempts:${name}`, points: 1, duration: windowS };
    const memory = new RateLimiterMemory(settings);
    const counter = this.redis
      ? new RateLimiterRedis({
          ...settings,
          storeClient: this.redis,
          rejectIfRedisNotReady: true,
          insuranceLimiter: memory,
        })
      : memory;
    this.counters.set(name, counter);
    return counter;
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }
}
