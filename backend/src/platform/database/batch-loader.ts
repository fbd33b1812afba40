const ALONE_MS = 10;
/** In a crowd, fewer and larger calls save more time than their callers wait. */
const EVERY_MS = 60;
const CROWD_LASTS_MS = 500;

/**
 * Collects the keys that are requested within a moment and loads them with one call of `ask`. The
 * call begins after the requests, so no caller gets an older state than from a call of its own.
 */
export class BatchLoader<K, V> {
  private keys = new Set<K>();
  private next: Promise<Map<K, V>> | undefined;
  private askedMs = -Infinity;
  private crowdedUntilMs = 0;

  /** @param everyMs the shortest time from one call to the next in a crowd */
  constructor(
    private readonly ask: (keys: K[]) => Promise<Map<K, V>>,
    private readonly everyMs = EVERY_MS,
  ) {}

  async load(key: K): Promise<V | undefined> {
    this.keys.add(key);
    this.next ??= this.askSoon();
    return (await this.next).get(key);
  }

  private async askSoon(): Promise<Map<K, V>> {
    await new Promise((done) => setTimeout(done, this.waitMs(performance.now())));
    const keys = [...this.keys];
    this.keys = new Set();
    this.next = undefined;
    this.askedMs = performance.now();
    if (keys.length > 1) this.crowdedUntilMs = this.askedMs + CROWD_LASTS_MS;
    return this.ask(keys);
  }

  private waitMs(nowMs: number): number {
    if (nowMs >= this.crowdedUntilMs) return ALONE_MS;
    return Math.max(ALONE_MS, this.askedMs + this.everyMs - nowMs);
  }
}
