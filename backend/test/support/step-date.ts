/**
 * Stops `Date.now()`, by which limits on attempts expire in memory. Jest's `restoreAllMocks` lets it
 * run again.
 * @returns a function that moves the time forward by `ms`
 */
export function stopDate(): (ms: number) => void {
  let nowMs = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
  const start = setTimeout;
  // The counters also delete what has expired by timers, which cannot be stepped.
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(((
    ...args: Parameters<typeof setTimeout>
  ) => {
    const isCounter = new Error().stack?.includes('MemoryStorage');
    return isCounter ? { unref: () => undefined } : start(...args);
  }) as typeof setTimeout);
  return (ms) => void (nowMs += ms);
}
