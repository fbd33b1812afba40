import { setTimeout as sleep } from 'node:timers/promises';

const ALONE_MS = 10;
/** In a storm nobody is alone, and a longer wait is a fraction of what it saves everybody. */
const CROWDED_MS = 100;
const CROWD_LASTS_MS = 500;

/**
 * Collects what is asked for within a moment and asks it as one question. Every answer comes from a
 * question that began after it was asked for, so nobody gets an older state than by asking alone.
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
