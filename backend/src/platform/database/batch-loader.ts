export const ALONE_MS = 10;
/** Under load, a longer wait merges more requests and saves more time than it costs. */
const CROWDED_MS = 60;
const CROWD_LASTS_MS = 500;

/**
 * Collects the keys that are requested within a moment and loads them with one call of `ask`. The
 * call begins after the requests, so no caller gets an older state than from a call of its own.
 */
export class BatchLoader<K, V> {
  private keys = new Set<K>();
  private next: Promise<Map<K, V>> | undefined;
  private crowdedUntilMs = 0;

  /** @param crowdedMs the wait under load; callers that come in groups need no longer one than alone */
  constructor(
    private readonly ask: (keys: K[]) => Promise<Map<K, V>>,
    private readonly crowdedMs = CROWDED_MS,
  ) {}

  async load(key: K): Promise<V | undefined> {
    this.keys.add(key);
    this.next ??= this.askSoon();
    return (await this.next).get(key);
  }

  private async askSoon(): Promise<Map<K, V>> {
    const waitMs = performance.now() < this.crowdedUntilMs ? this.crowdedMs : ALONE_MS;
    await new Promise((done) => setTimeout(done, waitMs));
    const keys = [...this.keys];
    this.keys = new Set();
    this.next = undefined;
    if (keys.length > 1) this.crowdedUntilMs = performance.now() + CROWD_LASTS_MS;
    return this.ask(keys);
  }
}
