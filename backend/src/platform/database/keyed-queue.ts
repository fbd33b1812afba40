import { setTimeout as sleep } from 'node:timers/promises';
import { timeoutError, withTimeout } from '../with-timeout.js';

/** Of the pool's connections a building that is held up takes another one this often. */
const TURN_MS = 500;
const nothing = () => undefined;

/**
 * One after the other in a building: who has to wait for the stream's lock waits here, and leaves
 * the pool's few connections to other buildings. A turn that takes long is passed on: its connection
 * may be a dead one.
 */
export class KeyedQueue {
  /** By building: when whoever comes next may begin. */
  private readonly turns = new Map<string, Promise<void>>();

  /** @throws what counts as an outage, when neither turn nor answer came within `limitMs` */
  serialize<T>(buildingId: string, limitMs: number, work: () => Promise<T>): Promise<T> {
    const late = AbortSignal.timeout(limitMs);
    const begun = this.turns.get(buildingId) ?? Promise.resolve();
    const mine = begun.then(() => {
      if (late.aborted) throw timeoutError();
      return work();
    });
    const passed = begun.then(() =>
      Promise.race([mine, sleep(TURN_MS, undefined, { ref: false })]).then(nothing, nothing),
    );
    this.turns.set(buildingId, passed);
    void passed.then(() => this.turns.get(buildingId) === passed && this.turns.delete(buildingId));
    return withTimeout(limitMs, mine);
  }
}
