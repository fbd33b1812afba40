/** The one clock. Everything that compares times asks it, so that a test can step through a year. */
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
 * The process's clock, corrected by how far it is from PostgreSQL's: nodes whose clocks differ
 * must agree on when an alarm ends.
 */
export class SystemClock extends Clock {
  private offsetMs = 0;

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }

  /** @param databaseNow what PostgreSQL answered to a question asked at `askedAtMs` */
  correct(databaseNow: Date, askedAtMs: number, answeredAtMs: number): void {
    this.offsetMs = databaseNow.getTime() - (askedAtMs + answeredAtMs) / 2;
  }
}
