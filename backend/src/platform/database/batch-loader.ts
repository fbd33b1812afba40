import { withTimeout } from '../with-timeout.js';

const CROWD_LASTS_MS = 500;

export interface Pace {
  /** The wait of the first key, which collects those that come with it. Default: none. */
  soonMs?: number;
  /** The shortest time from one call to the next in a crowd: fewer and larger calls save more time. */
  everyMs?: number;
  /** The most keys of one call. */
  size?: number;
  /** A call without an answer holds up the next one for this long, because its connection may be dead. */
  holdMs?: number;
}

interface Waiting<K, V> {
  key: K;
  resolve: (value: V | undefined) => void;
  reject: (error: unknown) => void;
}

/**
 * Loads the keys that are requested within a moment, or while a call has no answer, with one call of
 * `fetch`, so that a crowd takes one database connection. A call begins after its requests, so no caller
 * gets an older state than from a call of its own.
 */
export class BatchLoader<K, V> {
  private readonly pace: Required<Pace>;
  private readonly waiting: Waiting<K, V>[] = [];
  private isFetching = false;
  private isStopped = false;
  private call = Promise.resolve();
  private fetchedMs = -Infinity;
  private crowdedUntilMs = 0;

  constructor(
    private readonly fetch: (keys: K[]) => Promise<Map<K, V>>,
    { soonMs = 0, everyMs = 0, size = Infinity, holdMs = 250 }: Pace,
  ) {
    this.pace = { soonMs, everyMs, size, holdMs };
  }

  /** @throws the error of the call that had the key */
  load(key: K): Promise<V | undefined> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ key, resolve, reject });
      if (!this.isFetching) void this.fetchAll();
    });
  }

  /** Resolves when no call runs any more. Keys that wait then get no answer. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.call;
  }

  private async fetchAll(): Promise<void> {
    this.isFetching = true;
    while (this.waiting.length > 0) {
      const waitMs = this.waitMs(performance.now());
      if (waitMs > 0) await new Promise((done) => setTimeout(done, waitMs));
      if (this.isStopped) return;
      this.call = this.answer(this.waiting.splice(0, this.pace.size));
      await withTimeout(this.pace.holdMs, this.call).catch(() => undefined);
    }
    this.isFetching = false;
  }

  private waitMs(nowMs: number): number {
    const { soonMs, everyMs } = this.pace;
    if (nowMs >= this.crowdedUntilMs) return soonMs;
    return Math.max(soonMs, this.fetchedMs + everyMs - nowMs);
  }

  /** Never rejects. */
  private async answer(group: Waiting<K, V>[]): Promise<void> {
    const keys = [...new Set(group.map(({ key }) => key))];
    this.fetchedMs = performance.now();
    if (keys.length > 1) this.crowdedUntilMs = this.fetchedMs + CROWD_LASTS_MS;
    try {
      const found = await this.fetch(keys);
      for (const { key, resolve } of group) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
