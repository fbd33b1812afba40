/** The attempts of this node for one key. */
interface Attempts {
  running: number;
  waiting: (() => void)[];
}

/** The places that an attempt has reserved, or nothing when a limit is full. */
interface Outcome<T> {
  reserved: T;
  /** The keys of the limits that refuse. */
  full: string[];
}

/**
 * Makes an attempt that finds a limit full wait for the running attempts, which may give their
 * places back. Two hundred right codes at once are all accepted, although fewer may be wrong.
 */
export class AttemptQueue {
  private readonly attempts = new Map<string, Attempts>();

  /**
   * Repeats `reserve` whenever an attempt ends, as long as one runs that could give its place back.
   * After a success the caller must call `leave` when the attempt has ended.
   * @returns undefined when the attempt is refused
   */
  async enter<T>(keys: string[], reserve: () => Promise<Outcome<T>>): Promise<T | undefined> {
    for (;;) {
      for (const key of keys) this.of(key).running += 1;
      const { reserved, full } = await reserve().catch((error: unknown) => {
        this.leave(keys);
        throw error;
      });
      if (full.length === 0) return reserved;
      // The attempt itself is one of the running ones.
      const [first, ...others] = full.map((key) => this.of(key));
      if (!first || [first, ...others].some(({ running }) => running === 1)) {
        this.leave(keys);
        return undefined;
      }
      const woken = new Promise<void>((wake) => first.waiting.push(wake));
      for (const key of keys) this.end(key);
      await woken;
    }
  }

  /** Ends an attempt and lets one that waits try again. */
  leave(keys: string[]): void {
    for (const key of keys) {
      const wake = this.of(key).waiting.shift();
      this.end(key);
      wake?.();
    }
  }

  private of(key: string): Attempts {
    const known = this.attempts.get(key) ?? { running: 0, waiting: [] };
    this.attempts.set(key, known);
    return known;
  }

  private end(key: string): void {
    const attempts = this.of(key);
    attempts.running -= 1;
    if (attempts.running === 0 && attempts.waiting.length === 0) this.attempts.delete(key);
  }
}
