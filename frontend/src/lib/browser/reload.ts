import { useEffect } from 'react';
import { create } from 'zustand';

/** Counts the parts of the page that forbid a reload now. */
const useHolds = create<{ count: number }>(() => ({ count: 0 }));

/** Forbids a reload while `isHeld`: it would cut off an alarm or a message, or lose what is shown once. */
export function useHoldReload(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return;
    useHolds.setState(({ count }) => ({ count: count + 1 }));
    return () => useHolds.setState(({ count }) => ({ count: count - 1 }));
  }, [isHeld]);
}

export const mayReload = (): boolean => useHolds.getState().count === 0;
export const useMayReload = (): boolean => useHolds(({ count }) => count === 0);

const READY = '/api/health/ready';
const isThere = (url: string): Promise<boolean> =>
  fetch(url, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** By then a page has loaded what it loads by itself, so a chunk that is missing reloads nothing in a loop. */
const SETTLED_MS = 60_000;

/**
 * Reloads the page once when a chunk of its build is gone after a deploy. A page that was just reloaded
 * does not try again; one that was reloaded at the last deploy does. Without the server, a reload would
 * replace the page by the browser's own error. During an alarm no page reloads itself.
 */
export function reloadOnceWhenStale(): void {
  window.addEventListener('vite:preloadError', () => {
    const [navigation] = performance.getEntriesByType('navigation');
    const reloaded = (navigation as PerformanceNavigationTiming | undefined)?.type === 'reload';
    if (!reloaded || performance.now() >= SETTLED_MS) void reloadWhenAll(READY);
  });
}

async function reloadWhenAll(...urls: string[]): Promise<void> {
  if (!mayReload()) return;
  const there = await Promise.all(urls.map(isThere));
  if (there.every(Boolean) && mayReload()) window.location.reload();
}

/** A young page does not reload itself, so that a chunk that never loads causes no quick loop. */
const YOUNG_MS = 5_000;

/**
 * Reloads the page when the chunk that an import has failed for is there: Chromium remembers a failed
 * import, and refuses it until the page is loaded again. The server is asked as well, because a service
 * worker may still have the chunk.
 * @param error of the import; in Chromium and Firefox it names the chunk
 */
export async function reloadWhenThere(error: unknown): Promise<void> {
  const [chunk] = /https?:\/\/\S+\.js/.exec(String(error)) ?? [];
  if (chunk === undefined || performance.now() < YOUNG_MS) return;
  await reloadWhenAll(chunk, READY);
}
