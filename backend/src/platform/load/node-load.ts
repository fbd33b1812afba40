import {
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { DataSource } from 'typeorm';
import type { Config } from '../config.js';
import { AppError } from '../errors/app-error.js';
import type { Logger } from '../logging.js';
import { CONFIG, LOGGER } from '../tokens.js';

/**
 * The time in ms for which a node must have been behind before it refuses what can wait: history and
 * lists, sign-ups, and last what devices report. Of everything else, only presses are refused for load,
 * by `refusePresses`.
 */
export const PATIENCE_MS = { read: 1_000, signUp: 1_000, receipt: 2_000 };

export type Waiting = keyof typeof PATIENCE_MS;

/** Marks a route that a node refuses while it is behind. */
export const CanWait = Reflector.createDecorator<Waiting>();

export interface Gauge {
  name: string;
  read: () => number;
  /** The node is behind while a gauge reads more than this. */
  limit: number;
}

const EVERY_MS = 20;
/** A press takes about ten turns of the event loop, and is to be answered within a second. */
const LAG_LIMIT_MS = 100;
/** One waiting request for each connection of the common pool. */
const POOL_LIMIT = 12;

/**
 * Measures whether this node keeps up: the lag of its event loop, the requests that wait for a
 * connection to the database, and the queues that other parts add. A short peak counts for nothing;
 * the node is behind when no moment in between was good.
 */
@Injectable()
export class NodeLoad implements OnModuleDestroy {
  private readonly gauges: Gauge[] = [];
  private sampledMs = performance.now();
  private lagMs = 0;
  private behindSinceMs: number | undefined;
  private behindMs = 0;
  private readonly timer = setInterval(() => this.sample(performance.now()), EVERY_MS).unref();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'rateLimits'>,
    database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.watch({ name: 'loop', read: () => this.lagMs, limit: LAG_LIMIT_MS });
    this.watch({ name: 'pool', read: () => waitingIn(database), limit: POOL_LIMIT });
  }

  watch(gauge: Gauge): void {
    this.gauges.push(gauge);
  }

  /** @returns true while the node is so far behind that it refuses this class */
  refuses(waiting: Waiting): boolean {
    return this.config.rateLimits && this.behindMs >= PATIENCE_MS[waiting];
  }

  /** Reads all gauges. @param nowMs by `performance.now()` */
  sample(nowMs: number): void {
    this.lagMs = nowMs - this.sampledMs - EVERY_MS;
    this.sampledMs = nowMs;
    const wasRefusing = this.refuses('read');
    const values = this.gauges.map((gauge) => ({ ...gauge, value: gauge.read() }));
    const over = values.filter(({ value, limit }) => value > limit);
    if (over.length === 0) this.behindSinceMs = undefined;
    else this.behindSinceMs ??= nowMs;
    this.behindMs = nowMs - (this.behindSinceMs ?? nowMs);
    if (this.refuses('read') === wasRefusing) return;
    const gauges = Object.fromEntries(values.map(({ name, value }) => [name, Math.round(value)]));
    if (wasRefusing) this.logger.info({ gauges }, 'node has caught up');
    else this.logger.warn({ gauges }, 'node is behind: it refuses what can wait');
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }
}

/** @returns how many requests wait for a connection; 0 before the pool exists */
function waitingIn({ driver }: DataSource): number {
  const { master } = driver as unknown as { master?: { waitingCount: number } };
  return master?.waitingCount ?? 0;
}

/** Runs before the check of the sign-in, which costs a node that is behind a read of the database. */
@Injectable()
export class LoadGuard implements CanActivate {
  constructor(
    private readonly load: NodeLoad,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const waiting = this.reflector.get(CanWait, context.getHandler());
    if (!waiting || !this.load.refuses(waiting)) return true;
    throw new AppError('system.busy');
  }
}
