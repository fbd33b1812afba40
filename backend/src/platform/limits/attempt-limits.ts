import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import type { ErrorCode } from '../../contract/errors.js';
import type { Config } from '../config.js';
import { AppError } from '../errors/app-error.js';
import { sha256 } from '../secret-texts.js';
import type { Logger } from '../logging.js';
import { createRedis } from '../realtime/redis-bridge.js';
import { CONFIG, LOGGER } from '../tokens.js';
import { AttemptQueue } from './attempt-queue.js';
import { networkOf } from './network-of.js';

export interface AttemptLimit {
  name: string;
  /** The attempts that nothing slows within `windowS` seconds. */
  count: number;
  windowS: number;
  /** Further attempts are delayed more and more, or refused until the window ends. */
  then: 'delay' | 'refuse';
}

/** A limit, and whose attempts it counts. */
export interface AttemptUse {
  limit: AttemptLimit;
  /** An account, an address, or both. */
  by: string[];
}

export function attemptLimit(
  name: string,
  count: number,
  then: AttemptLimit['then'] = 'delay',
  windowS = 15 * 60,
): AttemptLimit {
  return { name, count, windowS, then };
}

export function byNetwork(limit: AttemptLimit, address: string): AttemptUse {
  return { limit, by: [networkOf(address)] };
}

interface Reservation {
  limit: AttemptLimit;
  key: string;
  counter: RateLimiterAbstract;
  consumed: number;
  /** The delay that began with the attempt. */
  delay?: RateLimiterAbstract;
}

/** The limit of a signed-in user's own password: by user, because buildings share addresses. */
export const OWN_PASSWORD_LIMIT = attemptLimit('own-password', 5);

const WRONG: ErrorCode[] = [
  'auth.invalid_credentials',
  'auth.wrong_password',
  'auth.reset_link_invalid',
  'invitation.not_found',
  'second_factor.wrong_code',
];
const DELAY_MAX_S = 60;
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

/**
 * Limits attempts with wrong credentials. An attempt reserves its place before the check and gives
 * it back unless the credentials were wrong, so that many attempts at once share one limit.
 */
@Injectable()
export class AttemptLimits {
  private readonly queue = new AttemptQueue();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly counters: AttemptCounters,
  ) {}

  /**
   * @param counts whether the attempt counts, by its result or error; default: wrong credentials
   * @throws AppError auth.too_many_attempts, and what the attempt throws
   */
  async guard<T>(
    uses: AttemptUse[],
    attempt: () => Promise<T>,
    counts: (result: T | undefined, error: unknown) => boolean = (_, error) => isWrong(error),
  ): Promise<T> {
    if (!this.config.rateLimits) return attempt();
    const keys = uses.map(keyOf);
    const reserved = await this.queue.enter(keys, () => this.reserve(uses));
    if (!reserved) throw new AppError('auth.too_many_attempts');
    let counted = false;
    try {
      const result = await attempt();
      counted = counts(result, undefined);
      return result;
    } catch (error) {
      counted = counts(undefined, error);
      throw error;
    } finally {
      if (counted) this.logSpent(reserved);
      else await this.giveBack(reserved);
      this.queue.leave(keys);
    }
  }

  /** Reserves a place in every limit, or in none. */
  private async reserve(uses: AttemptUse[]): Promise<{ reserved: Reservation[]; full: string[] }> {
    const taken = await Promise.all(uses.map((use) => this.take(use)));
    const reserved = taken.filter((reservation) => reservation !== undefined);
    const full = uses.filter((_, n) => !taken[n]).map(keyOf);
    if (full.length > 0) await this.giveBack(reserved);
    return { reserved, full };
  }

  private async take(use: AttemptUse): Promise<Reservation | undefined> {
    const { limit } = use;
    const key = keyOf(use);
    const counter = this.counters.get(limit.name, limit.windowS);
    const { consumedPoints: consumed } = await counter.penalty(key);
    const reservation = { limit, key, counter, consumed };
    if (limit.then === 'refuse' ? consumed <= limit.count : consumed < limit.count) {
      return reservation;
    }
    if (limit.then === 'delay') {
      const delay = this.counters.get(`${limit.name}.delay`, DELAY_MAX_S);
      if (await begins(delay, key, consumed - limit.count)) return { ...reservation, delay };
    }
    await counter.reward(key);
    return undefined;
  }

  private async giveBack(reserved: Reservation[]): Promise<void> {
    await Promise.all(
      reserved.map(async ({ key, counter, delay }) => {
        await counter.reward(key);
        await delay?.delete(key);
      }),
    );
  }

  /** Logs once in a window, or a flood of attempts would flood the log. */
  private logSpent(reserved: Reservation[]): void {
    for (const { limit, consumed } of reserved) {
      if (consumed !== limit.count) continue;
      this.logger.warn({ limit: limit.name }, 'a limit on attempts is used up');
    }
  }
}

/** @returns false while an earlier delay lasts; else begins the next: 1, 2, 4 … 60 seconds */
async function begins(delay: RateLimiterAbstract, key: string, step: number): Promise<boolean> {
  try {
    await delay.consume(key, 1, { customDuration: Math.min(DELAY_MAX_S, 2 ** step) });
    return true;
  } catch (error) {
    if (error instanceof RateLimiterRes) return false;
    throw error;
  }
}

function isWrong(error: unknown): boolean {
  return error instanceof AppError && WRONG.includes(error.code);
}

/** @returns a hash, because Redis should hold neither e-mail nor network addresses */
function keyOf({ limit, by }: AttemptUse): string {
  return sha256([limit.name, ...by].join(' '));
}
