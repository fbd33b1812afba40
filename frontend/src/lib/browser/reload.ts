import { useEffect } from 'react';
import { create } from 'zustand';

/** Counts the parts of the page that forbid a reload now. */
const useHolds = create<{ count: number }>(() => ({ count: 0 }));

/** Forbids a reload while `isHeld`: it would cut off an alarm, or a message that is being sent. */
export function useHoldReload(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return;
    useHolds.setState(({ count }) => ({ count: count + 1 }));
    return () => useHolds.setState(({ count }) => ({ count: count - 1 }));
  }, [isHeld]);
}

export const mayReload = (): boolean => useHolds.getState().count === 0;
export const useMayReload = (): boolean => useHolds(({ count }) => count === 0);

/**
 * Reloads the page once when a chunk of its build is gone after a deploy. A page that was just
 * reloaded does not try again. During an alarm no page reloads itself.
 */
export function reloadOnceWhenStale(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const [navigation] = performance.getEntriesByType('navigation');
    const reloaded = (navigation as PerformanceNavigationTiming | undefined)?.type === 'reload';
    if (reloaded || !mayReload()) return;
    event.preventDefault();
    window.location.reload();
  });
}

/** A young page does not reload itself, so that a chunk that never loads causes no quick loop. */
const YOUNG_MS = 5_000;
const READY = '/api/health/ready';

/**
 * Reloads the page when the chunk that an import has failed for is there: Chromium remembers a failed
 * import, and refuses it until the page is loaded again. The server is asked as well, because a service
 * worker may still have the chunk.
 * @param error of the import; in Chromium and Firefox it names the chunk
 */
export async function reloadWhenThere(error: unknown): Promise<void> {
  const [chunk] = /https?:\/\/\S+\.js/.exec(String(error)) ?? [];
  if (chunk === undefined || performance.now() < YOUNG_MS) return;
  const asked = [chunk, READY].map((url) => fetch(url, { cache: 'no-store' }));
  const answers = await Promise.all(asked).catch(() => []);
  if (answers.length > 0 && answers.every(({ ok }) => ok) && mayReload()) window.location.reload();
}
