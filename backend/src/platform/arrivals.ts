import { uptime } from 'node:os';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

const TICK_MS = 250;
/** A process that did not run for this long may find requests that were sent meanwhile. */
const STALL_MS = 1_000;
/** By then a process that woke up has read what waited for it. */
const WAKING_MS = 500;

/**
 * Tells when a request arrived, by the monotonic clock. A node that was frozen reads requests that are
 * as old as its sleep, and their senders have given up: they count as arrived when it fell asleep.
 */
@Injectable()
export class Arrivals implements OnModuleDestroy {
  private tickedMs = performance.now();
  private tickedUptimeMs = uptimeMs();
  private stalledMs = this.tickedMs;
  private awakeMs = -Infinity;
  private readonly timer = setInterval(() => this.tick(), TICK_MS).unref();

  /** @returns the earliest time at which a request that is read now may have arrived */
  now(): number {
    this.tick();
    const nowMs = performance.now();
    return nowMs - this.awakeMs < WAKING_MS ? this.stalledMs : nowMs;
  }

  /** Saves the arrival of an HTTP request for `arrivalOf`. */
  readonly middleware = (_request: Request, response: Response, next: NextFunction): void => {
    response.locals['arrivedMs'] = this.now();
    next();
  };

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Also runs from `now`, because a process that wakes up may read its sockets first. */
  private tick(): void {
    const [nowMs, nowUptimeMs] = [performance.now(), uptimeMs()];
    const awayMs = Math.max(nowMs - this.tickedMs, nowUptimeMs - this.tickedUptimeMs);
    if (awayMs > STALL_MS) {
      this.stalledMs = nowMs - awayMs;
      this.awakeMs = nowMs;
    }
    [this.tickedMs, this.tickedUptimeMs] = [nowMs, nowUptimeMs];
  }
}

/**
 * The machine's uptime also counts its sleep, during which `performance.now()` stands still. The time
 * of day would count it too, but a clock that is set must refuse no press.
 */
const uptimeMs = (): number => uptime() * 1_000;

/** @returns when the request arrived, as `Arrivals` has seen it */
export const arrivalOf = ({ locals }: Pick<Response, 'locals'>): number =>
  Number(locals['arrivedMs'] ?? performance.now());
