/** Counts as an outage: the caller may try again. */
export const timeoutError = (): Error =>
  Object.assign(new Error('not answered in time'), { code: 'ETIMEDOUT' });

/**
 * Stops waiting after a while; the work goes on, and may still succeed.
 * @throws what counts as an outage
 */
export async function withTimeout<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = timeoutError();
    // A busy process runs its timers before it reads its sockets: an answer that is there counts.
    timer = setTimeout(() => setImmediate(() => reject(error)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
