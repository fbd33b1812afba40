type Work<T> = () => T | Promise<T>;

/** A fake of the lock manager that a browser's tabs share. A test plays another tab with it. */
export class FakeLocks {
  asked: string[] = [];
  private readonly queue: Record<string, Promise<unknown>> = {};

  request<T>(name: string, ...rest: [Work<T>] | [{ signal?: AbortSignal }, Work<T>]) {
    this.asked.push(name);
    const [{ signal }, work] = rest.length === 1 ? [{ signal: undefined }, rest[0]] : rest;
    return new Promise<T | undefined>((resolve, reject) => {
      const leave = () => reject(new DOMException('left the queue', 'AbortError'));
      signal?.addEventListener('abort', leave);
      const turn = (this.queue[name] ?? Promise.resolve()).then(() => {
        if (signal?.aborted) return undefined;
        signal?.removeEventListener('abort', leave);
        return work();
      });
      this.queue[name] = turn.catch(() => undefined);
      turn.then(resolve, reject);
    });
  }

  /** @returns a function that releases the lock */
  holdElsewhere(name: string): () => void {
    let release = (): void => undefined;
    void this.request(name, () => new Promise<void>((resolve) => (release = resolve)));
    return () => release();
  }
}
