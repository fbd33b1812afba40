import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Server } from 'socket.io';
import type { Config } from '../config.js';
import { Notifications } from '../database/notifications.js';
import type { Logger } from '../logging.js';
import { LruMap } from '../limits/lru-map.js';
import { CONFIG, IO, LOGGER } from '../tokens.js';

const TOPICS = ['building', 'device', 'job', 'members', 'person', 'reach', 'session'] as const;
type Topic = (typeof TOPICS)[number];
/**
 * A transaction sends the NOTIFY of a building itself. A reach that is late is harmless, and changes with
 * each receipt: it takes the way of Redis alone, which every installation of several nodes has.
 */
const WITHOUT_NOTIFY: Topic[] = ['building', 'reach'];
type Way = 'process' | 'redis' | 'notify';
/** @param way `process` on the node that has made the change, and on no other */
type Listener = (id: string, way: Way) => void;

/** Names a thing that may have changed. It carries no data; the receiver reads the database. */
export interface ChangeSignal {
  topic: Topic;
  id: string;
  /** The same for one change on all three ways; missing from nodes of an older release. */
  dedupKey?: string;
}

const EVENT = 'change-signal';
/** A signal's slowest way is never this many changes behind its fastest one. */
const REMEMBERED = 1_000;

/**
 * Makes listeners on all nodes read something again. A signal takes three ways: in the process,
 * through Redis and by NOTIFY. The first to arrive counts. Losing all of them is harmless, because
 * every listener also reads at intervals.
 */
@Injectable()
export class ChangeSignals {
  private readonly listeners = new Map<Topic, Listener[]>();
  private readonly seen = new LruMap<string, true>(REMEMBERED);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(IO) private readonly io: Server,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly notifications: Notifications,
  ) {
    notifications.onText((text) => this.receive(parse(text), 'notify'));
    io.on(EVENT, (signal: unknown) => this.receive(signal, 'redis'));
  }

  subscribe(topic: Topic, listener: Listener): void {
    this.listeners.set(topic, [...(this.listeners.get(topic) ?? []), listener]);
  }

  /** Calls the listener when signals may have been missed, so that it reads everything once. */
  onResumed(listener: () => void): void {
    this.notifications.onListening(listener);
  }

  /**
   * Signals a change on all nodes; must be called after its commit.
   * @param dedupKey for a building, the key of the new head as in the transaction's NOTIFY
   */
  publish(topic: Topic, id: string, dedupKey: string = randomUUID()): void {
    const signal = { topic, id, dedupKey };
    this.receive(signal, 'process');
    this.publishToRedis(signal);
    if (!WITHOUT_NOTIFY.includes(topic)) this.notifications.send(JSON.stringify(signal));
  }

  /** Calls the listeners unless the same change has called them already. */
  receive(signal: unknown, way: Way): void {
    if (!isChangeSignal(signal) || (signal.dedupKey !== undefined && !this.isNew(signal))) return;
    this.logger.trace({ ...signal, way }, 'signal');
    for (const listener of this.listeners.get(signal.topic) ?? []) {
      try {
        listener(signal.id, way);
      } catch (error) {
        this.logger.error({ err: error, topic: signal.topic }, 'listener of a signal failed');
      }
    }
  }

  private publishToRedis(signal: ChangeSignal): void {
    // Without Redis, Socket.IO's in-memory adapter only prints a warning.
    if (!this.config.redisUrl) return;
    try {
      this.io.serverSideEmit(EVENT, signal);
    } catch (error) {
      this.logger.warn({ err: error, topic: signal.topic }, 'signal not sent through Redis');
    }
  }

  private isNew({ topic, id, dedupKey }: ChangeSignal): boolean {
    const key = `${topic}:${id}:${dedupKey}`;
    if (this.seen.has(key)) return false;
    this.seen.set(key, true);
    return true;
  }
}

interface Head {
  epoch: string;
  seq: number;
}

/** @returns the key of a change of a building; after a restore the same `seq` comes again */
export const headKey = ({ epoch, seq }: Head): string => `${epoch}/${seq}`;

/** @returns the NOTIFY payload by which a transaction signals its change of a building */
export function buildingSignal(buildingId: string, head: Head): string {
  return JSON.stringify({
    topic: 'building',
    id: buildingId,
    dedupKey: headKey(head),
  } satisfies ChangeSignal);
}

/** @returns the NOTIFY payload by which a transaction makes the workers run its job at once */
export function jobSignal(rowId: string): string {
  return JSON.stringify({ topic: 'job', id: rowId, dedupKey: rowId } satisfies ChangeSignal);
}

function isChangeSignal(value: unknown): value is ChangeSignal {
  if (typeof value !== 'object' || value === null) return false;
  const { topic, id, dedupKey } = value as Record<string, unknown>;
  return (
    TOPICS.some((known) => known === topic) &&
    typeof id === 'string' &&
    ['string', 'undefined'].includes(typeof dedupKey)
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
