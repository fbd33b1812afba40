import { Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { ErrorCode } from '../../contract/errors.js';
import type { Config } from '../config.js';
import { AppError } from '../errors/app-error.js';
import type { Logger } from '../logging.js';
import { LruMap } from './lru-map.js';
import { CONFIG, LOGGER } from '../tokens.js';

/** A limit on the requests of one person, over HTTP and sockets together. */
export interface Limit {
  name: string;
  /** The most requests within `windowS` seconds. */
  count: number;
  windowS: number;
  /** The error code of a refusal. */
  code: ErrorCode;
  /** The most requests at the same time; the others wait without a database connection. */
  atOnce?: number;
  /** Whether the sign-in is checked as that of a press is, on connections reserved for presses. */
  isReserved?: boolean;
}

/** @returns a limit of `count` requests a minute */
export function limitOf(name: string, count: number, more?: Partial<Limit>): Limit {
  return { name, count, windowS: 60, code: 'request.rate_limited', ...more };
}

/** More ids than a node can save within a window; a forgotten one is only counted again. */
const THINGS = 50_000;

/** The limit of every route that has none of its own. */
export const REQUEST_LIMIT = limitOf('request', 600, { atOnce: 8 });

/** Gives a route a limit of its own instead of the one for all requests. */
export const Limited = Reflector.createDecorator<Limit>();

/**
 * Counts each person's requests in this node's memory, because a remote counter would delay alarms.
 * Several nodes together allow a multiple of each limit.
 */
@Injectable()
export class PersonLimits {
  private readonly limiters = new Map<string, RateLimiterMemory>();
  /** The things that `takeOnce` has counted, with the time in milliseconds. */
  private readonly counted = new LruMap<string, number>(THINGS);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @returns false when the person has sent too many requests within the window */
  async allows(limit: Limit, userId: string): Promise<boolean> {
    if (!this.config.rateLimits) return true;
    const limiter = this.limiterOf(limit);
    try {
      await limiter.consume(userId);
      return true;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      // Only a window's first refusal is logged, or a flood of requests would flood the log.
      if (error.consumedPoints === limit.count + 1) {
        this.logger.warn({ limit: limit.name, userId }, 'person exceeded a rate limit');
      }
      return false;
    }
  }

  /** @throws AppError the limit's code, when the person has exceeded it within the window */
  async take(limit: Limit, userId: string): Promise<void> {
    if (!(await this.allows(limit, userId))) throw new AppError(limit.code);
  }

  /**
   * Counts a request before its sign-in is checked, and apart from the person's others: one that has
   * ended must not use up the person's limit, which the caller takes after the check.
   * @throws AppError the limit's code, also when the person has used it up already
   */
  async takeUnchecked(limit: Limit, userId: string, signIn: string): Promise<void> {
    const used = await this.limiterOf(limit).get(userId);
    const isFull = used !== null && used.consumedPoints >= limit.count;
    await this.take(limit, isFull ? userId : `${userId} ${signIn}`);
  }

  /** Works as `take`, but a thing that is sent repeatedly counts once within the window. */
  async takeOnce(limit: Limit, userId: string, thing: string): Promise<void> {
    const nowMs = performance.now();
    const key = `${limit.name} ${userId} ${thing}`;
    const countedMs = this.counted.get(key) ?? -Infinity;
    if (nowMs - countedMs < limit.windowS * 1_000) return;
    await this.take(limit, userId);
    this.counted.set(key, nowMs);
  }

  private limiterOf({ name, count, windowS }: Limit): RateLimiterMemory {
    const known = this.limiters.get(name);
    if (known) return known;
    const limiter = new RateLimiterMemory({ points: count, duration: windowS });
    this.limiters.set(name, limiter);
    return limiter;
  }
}
