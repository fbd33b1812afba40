import { Inject, Injectable } from '@nestjs/common';
import { Clock } from './clock.js';
import type { Config, Role } from './config.js';
import { RedisBridge } from './realtime/redis-bridge.js';
import { CONFIG } from './tokens.js';

/** Whether a part worked for this node when it was last used. */
export interface PartReport {
  up: boolean;
  /** When that began, as far as this node has seen it. */
  since: string;
  /** When the part was last used. */
  at: string;
}

/** The state of a node in the database, renewed with each heartbeat. */
export interface SavedNodeState {
  role: Role;
  startedAt: string;
  /** By the name of the part; the name of a push service begins with `push `. */
  parts: Record<string, PartReport>;
}

/** Keeps what this node has seen of the parts that it depends on, for the status page. */
@Injectable()
export class NodeState {
  private readonly startedAt: string;
  private readonly parts = new Map<string, PartReport>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
    private readonly redis: RedisBridge,
  ) {
    this.startedAt = clock.now().toISOString();
  }

  get isWorker(): boolean {
    return this.config.role === 'worker';
  }

  record(part: string, up: boolean): void {
    const at = this.clock.now().toISOString();
    const known = this.parts.get(part);
    this.parts.set(part, { up, since: known?.up === up ? known.since : at, at });
  }

  read(): SavedNodeState {
    if (this.redis.isUsed) this.record('redis', this.redis.isUp);
    const { startedAt, parts } = this;
    return { role: this.config.role, startedAt, parts: Object.fromEntries(parts) };
  }
}
