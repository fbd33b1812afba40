/** The only source of the current time, so that a test can set the time. */
export abstract class Clock {
  abstract now(): Date;

  /**
   * @param databaseNow PostgreSQL's time, read in the transaction that decides by it
   * @returns the time of that decision; a test's clock ignores PostgreSQL's
   */
  at(databaseNow: Date): Date {
    return databaseNow;
  }

  /**
   * A node's clock is never quite PostgreSQL's, and a job that begins early finds nothing to do.
   * @returns the time by which a statement selects what is due; null for PostgreSQL's own `now()`
   */
  ofStatement(): Date | null {
    return null;
  }

  /** @returns the time `ms` milliseconds ago */
  ago(ms: number): Date {
    return new Date(this.now().getTime() - ms);
  }

  /** @returns the time `ms` milliseconds from now */
  in(ms: number): Date {
    return new Date(this.now().getTime() + ms);
  }
}

/**
 * PostgreSQL's time, carried on by the monotonic clock. Nodes whose clocks differ must agree on when
 * an alarm ends, and a step of the machine's clock must change nothing.
 */
export class SystemClock extends Clock {
  /** The time at which `performance.now()` was 0; the machine's until it is compared. */
  private zeroMs = Date.now() - performance.now();

  now(): Date {
    return new Date(this.zeroMs + performance.now());
  }

  /**
   * @param databaseNow PostgreSQL's time, read between the two times of `performance.now()`
   * @returns by how many milliseconds this clock was behind
   */
  correct(databaseNow: Date, askedAtMs: number, answeredAtMs: number): number {
    const zeroMs = databaseNow.getTime() - (askedAtMs + answeredAtMs) / 2;
    const behindMs = zeroMs - this.zeroMs;
    this.zeroMs = zeroMs;
    return behindMs;
  }
}

/** @returns the time a number of calendar months before `now`, in UTC */
export function monthsBefore(now: Date, months: number): Date {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - months);
  return before;
}
