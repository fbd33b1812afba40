import { Injectable } from '@nestjs/common';
import { LruMap } from '../../../platform/limits/lru-map.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import type { Actor } from '../actor.js';

const SIZE = 10_000;
const FRESH_MS = 10_000;

/**
 * Remembers the actors of sign-ins for a moment, for requests that check the sign-in once more in the
 * statement that decides about them. The end of a sign-in removes it from every node's cache.
 */
@Injectable()
export class ActorCache {
  private readonly actors = new LruMap<string, { actor: Actor; untilMs: number }>(SIZE);

  constructor(signals: ChangeSignals) {
    signals.subscribe('session', (sessionId) => this.actors.delete(sessionId));
    signals.subscribe('person', (userId) => this.forgetUser(userId));
    signals.onResumed(() => this.actors.clear());
  }

  find(sessionId: string): Actor | undefined {
    const known = this.actors.get(sessionId);
    return known && performance.now() < known.untilMs ? known.actor : undefined;
  }

  save(actor: Actor): void {
    this.actors.set(actor.sessionId, { actor, untilMs: performance.now() + FRESH_MS });
  }

  private forgetUser(userId: string): void {
    for (const [sessionId, { actor }] of this.actors) {
      if (actor.userId === userId) this.actors.delete(sessionId);
    }
  }
}
