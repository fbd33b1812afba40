import { useEffect } from 'react';

/**
 * Leads an address with a fragment to its heading. The browser looked for it before the page was
 * drawn, and the router begins every page at the top, so it waits for both. Links within the page
 * need none of this: the browser follows them by itself.
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
