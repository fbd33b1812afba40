import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Server } from 'socket.io';
import type { Config } from '../config.js';
import { Notifications } from '../database/notifications.js';
import type { Logger } from '../logging.js';
import { CONFIG, LOGGER } from '../tokens.js';

const TOPICS = ['building', 'device', 'person', 'session'] as const;
type Topic = (typeof TOPICS)[number];
type Way = 'process' | 'redis' | 'notify';
type Listener = (id: string) => void;

/** What may have changed. A hint carries no data: whoever hears it reads the database. */
export interface Hint {
  topic: Topic;
  id: string;
  /** The same for the same change on all ways; missing from nodes of an older release. */
  mark?: string;
}

const EVENT = 'hint';
/** So many changes lie between a hint's fastest way and its slowest at the most. */
const REMEMBERED = 1_000;

/**
 * "Look again at this", said to this process and to all other nodes, through Redis and by NOTIFY.
 * The first way to arrive counts. Losing all is harmless, because whoever is woken also looks alone.
 */
@Injectable()
export class Hints {
  private readonly listeners = new Map<Topic, Listener[]>();
  private readonly heard = new Set<string>();
  private server: Server | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly notifications: Notifications,
  ) {
    notifications.onText((text) => this.hear(parse(text), 'notify'));
  }

  on(topic: Topic, listener: Listener): void {
    this.listeners.set(topic, [...(this.listeners.get(topic) ?? []), listener]);
  }

  /** Hints may have been missed until now: look at everything once. */
  onResumed(listener: () => void): void {
    this.notifications.onListening(listener);
  }

  /** Called once the sockets listen; before that Redis carries nothing. */
  connect(server: Server): void {
    if (!this.config.redisUrl) return;
    this.server = server;
    server.on(EVENT, (hint: unknown) => this.hear(hint, 'redis'));
  }

  /**
   * Said after the commit.
   * @param mark a building's is the new head, as in the NOTIFY that is part of its transaction
   */
  give(topic: Topic, id: string, mark: string = randomUUID()): void {
    const hint = { topic, id, mark };
    this.hear(hint, 'process');
    this.tellRedis(hint);
    if (topic !== 'building') this.notifications.send(JSON.stringify(hint));
  }

  /** Wakes the listeners unless this very change has woken them already. */
  hear(hint: unknown, way: Way): void {
    if (!isHint(hint) || (hint.mark !== undefined && !this.isNew(hint))) return;
    this.logger.trace({ ...hint, way }, 'hint');
    for (const listener of this.listeners.get(hint.topic) ?? []) {
      try {
        listener(hint.id);
      } catch (error) {
        this.logger.error({ err: error, topic: hint.topic }, 'hint not followed');
      }
    }
  }

  private tellRedis(hint: Hint): void {
    try {
      this.server?.serverSideEmit(EVENT, hint);
    } catch (error) {
      this.logger.warn({ err: error, topic: hint.topic }, 'hint not passed on');
    }
  }

  private isNew({ topic, id, mark }: Hint): boolean {
    const key = `${topic}:${id}:${mark}`;
    if (this.heard.has(key)) return false;
    this.heard.add(key);
    if (this.heard.size > REMEMBERED) {
      for (const oldest of this.heard) {
        this.heard.delete(oldest);
        break;
      }
    }
    return true;
  }
}

/** @returns the NOTIFY that a transaction ends its change of a building with */
export function buildingHint(buildingId: string, head: number): string {
  return JSON.stringify({ topic: 'building', id: buildingId, mark: String(head) } satisfies Hint);
}

function isHint(value: unknown): value is Hint {
  if (typeof value !== 'object' || value === null) return false;
  const { topic, id, mark } = value as Record<string, unknown>;
  return (
    TOPICS.some((known) => known === topic) &&
    typeof id === 'string' &&
    ['string', 'undefined'].includes(typeof mark)
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
