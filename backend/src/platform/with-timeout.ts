/** Creates an error that counts as an outage, so that the caller may try again. */
export const timeoutError = (): Error =>
  Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' });

/** @param deadlineMs by `performance.now()`, which no step of the wall clock changes */
export const leftUntil = (deadlineMs: number): number => deadlineMs - performance.now();

/**
 * Waits for the work for `limitMs` at most. Late work goes on and may still succeed.
 * @throws the error of the work, or one that counts as an outage when it is late
 */
export async function withTimeout<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = timeoutError();
    // A busy process runs timers before it reads sockets. The immediate runs after that read.
    timer = setTimeout(() => setImmediate(() => reject(error)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
