export interface Update<I, R> {
  kind: string;
  make: (input: I) => Promise<R>;
  /** @returns one update with the effect of both */
  combine: (earlier: I, later: I) => I;
}

interface Waiting {
  input: unknown;
  make: (input: never) => Promise<unknown>;
  result: Promise<unknown>;
  settle: (result: Promise<unknown>) => void;
}

/**
 * Merges the updates of one key. The first one is made at once. Those of the interval after it wait and
 * are combined by kind; each caller gets the result of the combined update. A key has one at a time.
 */
export class UpdateMerger {
  /** The waiting updates by kind, for each key that had an update within the interval. */
  private readonly slots = new Map<string, Map<string, Waiting>>();

  /** @param everyMs the interval in which all kinds of one key together make one update */
  constructor(private readonly everyMs: number) {}

  /**
   * @throws what `make` throws
   */
  run<I, R>(key: string, input: I, { kind, make, combine }: Update<I, R>): Promise<R> {
    const slot = this.slots.get(key);
    if (!slot) {
      this.slots.set(key, new Map<string, Waiting>());
      return this.begin(key, make(input));
    }
    const known = slot.get(kind);
    const waiting = known ?? newWaiting(make);
    waiting.input = known ? combine(known.input as I, input) : input;
    slot.set(kind, waiting);
    return waiting.result as Promise<R>;
  }

  private begin<R>(key: string, made: Promise<R>): Promise<R> {
    const ended = made.then(
      () => undefined,
      () => undefined,
    );
    const interval = new Promise((over) => setTimeout(over, this.everyMs).unref());
    void Promise.all([ended, interval]).then(() => this.next(key));
    return made;
  }

  private next(key: string): void {
    const slot = this.slots.get(key);
    const [first] = slot ?? [];
    if (!slot || !first) {
      this.slots.delete(key);
      return;
    }
    const [kind, waiting] = first;
    slot.delete(kind);
    waiting.settle(this.begin(key, waiting.make(waiting.input as never)));
  }
}

function newWaiting(make: Waiting['make']): Waiting {
  let settle: Waiting['settle'] = () => undefined;
  const result = new Promise<unknown>((resolve) => (settle = resolve));
  return { input: undefined, make, result, settle };
}
