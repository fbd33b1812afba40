import { mayReload } from '../lib/browser/reload.js';

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
