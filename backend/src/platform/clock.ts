/** The only source of the current time, so that a test can set the time. */
export abstract class Clock {
  abstract now(): Date;

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
 * The process's clock, corrected by its offset from PostgreSQL's. Nodes whose clocks differ must
 * agree on when an alarm ends.
 */
export class SystemClock extends Clock {
  private offsetMs = 0;

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }

  /** @param databaseNow PostgreSQL's time, read between `askedAtMs` and `answeredAtMs` */
  correct(databaseNow: Date, askedAtMs: number, answeredAtMs: number): void {
    this.offsetMs = databaseNow.getTime() - (askedAtMs + answeredAtMs) / 2;
  }
}
