import { Injectable } from '@nestjs/common';
import { POOLS } from '../database/connections/connection-needs.js';
import { AppError } from '../errors/app-error.js';

/** A press that would wait for longer than this is refused at once; its tab tries again by itself. */
const LONGEST_WAIT_MS = 150;
/** The buildings that wait for 100 ms on a node that saves 600 changes a second. */
const MOST_WAITING = 60;
/** The share of the newest change in the mean, which so follows the last ten or so. */
const NEWEST = 0.1;

interface Waiting {
  sinceMs: number;
  begin: () => void;
}

/**
 * Lets as many changes of streams run at once as there are connections for presses; the others wait
 * here, one for each building, in the order in which they came. The wait of the first one tells how
 * long a new one would wait, so a press is refused early instead of late (decision 70).
 */
@Injectable()
export class PressGate {
  private readonly waiting: Waiting[] = [];
  private running = 0;
  /** The mean time of a change, together with its wait here. */
  private meanMs = 0;

  /** @returns whether a press would wait too long for its turn, in whichever building */
  isFull(): boolean {
    const [first] = this.waiting;
    if (!first) return false;
    const waitedMs = performance.now() - first.sinceMs;
    return this.waiting.length >= MOST_WAITING || waitedMs > LONGEST_WAIT_MS;
  }

  /**
   * On a node where nobody waits for a connection, a crowd waits for its building until its deadline.
   * @param ahead the number of changes that come first in the building of a press
   * @throws AppError alarm.busy when the press would wait too long
   */
  requireRoom(ahead: number): void {
    const isLate = this.waiting.length > 0 && ahead * this.meanMs > LONGEST_WAIT_MS;
    if (isLate || this.isFull()) throw new AppError('alarm.busy');
  }

  /** Runs the work when its turn has come. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    const sinceMs = performance.now();
    if (this.running < POOLS.presses) this.running += 1;
    else await new Promise<void>((begin) => this.waiting.push({ sinceMs, begin }));
    try {
      return await work();
    } finally {
      this.meanMs += NEWEST * (performance.now() - sinceMs - this.meanMs);
      // The place is handed on, so that nobody takes it in between.
      const next = this.waiting.shift();
      if (next) next.begin();
      else this.running -= 1;
    }
  }
}
