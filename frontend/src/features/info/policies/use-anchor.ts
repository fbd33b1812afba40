import { useEffect } from 'react';

/**
 * Scrolls to the heading that the address's fragment names. The browser searches for it before the
 * page renders, and the router scrolls every page to the top, so this waits for both. Links within
 * the page work without it.
 */
export function useAnchor(): void {
  useEffect(() => {
    const target = document.getElementById(window.location.hash.slice(1));
    if (!target) return;
    const frame = requestAnimationFrame(() => {
      target.scrollIntoView();
      target.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, []);
}
