const LOCK = 'resq-session';
/** A frozen tab may hold the lock for ever; the server forgives two rotations within 10 s. */
const PATIENCE_MS = 8_000;

/** Runs `work` in one tab of this browser at a time, where the browser has Web Locks. */
export async function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  // Missing over plain HTTP, whatever the types say.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return work();
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  const turn = { begun: false };
  try {
    return await locks.request(LOCK, { signal: patience.signal }, () => {
      turn.begun = true;
      clearTimeout(timer);
      return work();
    });
  } catch (error) {
    if (turn.begun) throw error;
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
