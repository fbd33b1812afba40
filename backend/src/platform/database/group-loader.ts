import { withTimeout } from '../with-timeout.js';

interface Waiting<K, V> {
  key: K;
  resolve: (value: V | undefined) => void;
  reject: (error: unknown) => void;
}

/** The next call begins after this time too, because the connection of a call may be dead. */
const CALL_MS = 250;

/**
 * Loads keys with one call of `ask` at a time: the first at once, and those that are requested meanwhile
 * together with the next calls. A crowd therefore takes one database connection, and one more for each
 * 250 ms in which a call has no answer; a single request waits for nothing. A call begins after its
 * requests, so no caller gets an older state than from a call of its own.
 */
export class GroupLoader<K, V> {
  private readonly waiting: Waiting<K, V>[] = [];
  private isAsking = false;

  /** @param groupSize the most keys of one call */
  constructor(
    private readonly ask: (keys: K[]) => Promise<Map<K, V>>,
    private readonly groupSize: number,
  ) {}

  /** @throws the error of the call that had the key */
  load(key: K): Promise<V | undefined> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ key, resolve, reject });
      if (!this.isAsking) void this.askAll();
    });
  }

  private async askAll(): Promise<void> {
    this.isAsking = true;
    while (this.waiting.length > 0) {
      const group = this.waiting.splice(0, this.groupSize);
      await withTimeout(CALL_MS, this.answer(group)).catch(() => undefined);
    }
    this.isAsking = false;
  }

  /** Never rejects. */
  private async answer(group: Waiting<K, V>[]): Promise<void> {
    try {
      const found = await this.ask([...new Set(group.map(({ key }) => key))]);
      for (const { key, resolve } of group) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
