import { setTimeout as sleep } from 'node:timers/promises';

const ALONE_MS = 10;
/** Under load, a longer wait merges more requests and saves more time than it costs. */
const CROWDED_MS = 100;
const CROWD_LASTS_MS = 500;

/**
 * Collects the keys that are requested within a moment and loads them with one call of `ask`. The
 * call begins after the requests, so no caller gets an older state than from a call of its own.
 */
export class BatchLoader<K, V> {
  private keys = new Set<K>();
  private next: Promise<Map<K, V>> | undefined;
  private crowdedUntilMs = 0;

  constructor(private readonly ask: (keys: K[]) => Promise<Map<K, V>>) {}

  async load(key: K): Promise<V | undefined> {
    this.keys.add(key);
    this.next ??= this.askSoon();
    return (await this.next).get(key);
  }

  private async askSoon(): Promise<Map<K, V>> {
    await sleep(performance.now() < this.crowdedUntilMs ? CROWDED_MS : ALONE_MS);
    const keys = [...this.keys];
    this.keys = new Set();
    this.next = undefined;
    if (keys.length > 1) this.crowdedUntilMs = performance.now() + CROWD_LASTS_MS;
    return this.ask(keys);
  }
}
