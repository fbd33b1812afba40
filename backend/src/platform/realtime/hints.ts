import { Inject, Injectable } from '@nestjs/common';
import type { Server } from 'socket.io';
import type { Config } from '../config.js';
import type { Logger } from '../logging.js';
import { CONFIG, LOGGER } from '../tokens.js';

/** What may have changed. A hint carries no data: whoever hears it reads the database. */
export interface Hint {
  topic: 'building' | 'person' | 'session';
  id: string;
}

type Listener = (id: string) => void;

const EVENT = 'hint';

/**
 * "Look again at this", said after a commit to this process and to all other nodes. Losing one is
 * harmless, because everything it wakes also looks by itself.
 */
@Injectable()
export class Hints {
  private readonly listeners = new Map<Hint['topic'], Listener[]>();
  private server: Server | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  on(topic: Hint['topic'], listener: Listener): void {
    this.listeners.set(topic, [...(this.listeners.get(topic) ?? []), listener]);
  }

  /** Called once the sockets listen; before that hints stay in this process. */
  connect(server: Server): void {
    if (!this.config.redisUrl) return;
    this.server = server;
    server.on(EVENT, (hint: Hint) => this.hear(hint));
  }

  give(topic: Hint['topic'], id: string): void {
    const hint: Hint = { topic, id };
    this.hear(hint);
    try {
      this.server?.serverSideEmit(EVENT, hint);
    } catch (error) {
      this.logger.warn({ err: error, topic }, 'hint not passed on');
    }
  }

  private hear(hint: Hint): void {
    for (const listener of this.listeners.get(hint.topic) ?? []) listener(hint.id);
  }
}
