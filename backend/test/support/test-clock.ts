import { Clock } from '../../src/platform/clock.js';

/** A clock that stands still until a test steps it. */
export class TestClock extends Clock {
  private current = Date.now();

  now(): Date {
    return new Date(this.current);
  }

  override at(): Date {
    return this.now();
  }

  override ofStatement(): Date {
    return this.now();
  }

  step(ms: number): void {
    this.current += ms;
  }
}
