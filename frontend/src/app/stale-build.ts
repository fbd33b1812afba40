import { mayReload } from '../lib/browser/reload.js';

/**
 * Reloads the page once when a chunk of its build is gone after a deploy. A page that was just
 * reloaded does not try again. The alarm's code is never loaded late, so no alarm is cut off.
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
