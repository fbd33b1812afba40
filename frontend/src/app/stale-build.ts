import { mayReload } from '../lib/browser/reload.js';

/**
 * After a deploy the parts of an older build are gone; one reload brings the new one. A page that was
 * just reloaded does not try again. Nothing on an alarm's path is loaded late, so no alarm is cut off.
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
