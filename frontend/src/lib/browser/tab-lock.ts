/** Web Locks span all tabs of this browser. They are missing over plain HTTP. */

export interface TabLockOptions {
  /** An abort leaves the queue. It has no effect once `work` has begun. */
  signal?: AbortSignal;
  /** After this time `work` runs without the lock, because a frozen tab may hold it for ever. */
  patienceMs?: number;
}

/**
 * Runs `work` while this tab holds the lock. Without locks, and where the browser refuses this one,
 * it runs all the same: a lock avoids double work, and must never prevent the work.
 * @param work called once; `isLocked` is false where it runs without the lock
 * @throws the signal's reason when it aborts first; otherwise what `work` throws
 */
export async function withTabLock<T>(
  name: string,
  work: (isLocked: boolean) => Promise<T>,
  { signal, patienceMs }: TabLockOptions = {},
): Promise<T> {
  signal?.throwIfAborted();
  // The type claims that locks are always present.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return work(false);

  const waiting = new AbortController();
  const leave = () => waiting.abort();
  const timer = patienceMs === undefined ? undefined : setTimeout(leave, patienceMs);
  signal?.addEventListener('abort', leave);
  let hasBegun = false;
  try {
    return await locks.request(name, { signal: waiting.signal }, () => {
      hasBegun = true;
      clearTimeout(timer);
      return work(true);
    });
  } catch (error) {
    if (hasBegun) throw error;
    signal?.throwIfAborted();
    return await work(false);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
  }
}

/** Calls `begin` when it is this tab's turn, and holds the lock until the signal aborts. */
export function holdTabLock(name: string, signal: AbortSignal, begin: () => void): void {
  const hold = () =>
    new Promise<void>((release) => {
      signal.addEventListener('abort', () => release());
      begin();
    });
  withTabLock(name, hold, { signal }).catch((error: unknown) => {
    // A tab that left the queue is no failure.
    if (!signal.aborted) throw error;
  });
}
