/** Counts as an outage: whoever asked may try again. */
export const timeoutError = (): Error =>
  Object.assign(new Error('not answered in time'), { code: 'ETIMEDOUT' });

/**
 * Stops waiting after a while; what runs goes on, and may still succeed.
 * @throws what counts as an outage
 */
export async function withTimeout<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = timeoutError();
    timer = setTimeout(() => reject(error), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
