import { Clock } from '../../src/platform/clock.js';

/** Stands still until it is stepped. */
export class TestClock extends Clock {
  private current = Date.now();

  now(): Date {
    return new Date(this.current);
  }

  step(ms: number): void {
    this.current += ms;
  }
}
