import { useEffect, useState } from 'react';

const EVERY_MS = 5_000;

/**
 * Returns the text of a live region, which a screen reader reads at most every five seconds. It is
 * empty while it would differ from the text on the screen.
 */
export function useThrottledText(text: string): string {
  const [shown, show] = useState({ text, atMs: -Infinity });
  useEffect(() => {
    if (text === shown.text) return;
    const waitMs = Math.max(0, EVERY_MS - (performance.now() - shown.atMs));
    const timer = setTimeout(() => show({ text, atMs: performance.now() }), waitMs);
    return () => clearTimeout(timer);
  }, [text, shown]);
  return shown.text === text ? text : '';
}
