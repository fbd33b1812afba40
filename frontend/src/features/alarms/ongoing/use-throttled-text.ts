import { useEffect, useState } from 'react';

const SPOKEN_EVERY_MS = 5_000;

/** A screen reader hears the summary at most every five seconds, not every answer by itself. */
export function useThrottledText(text: string): string {
  const [spoken, speak] = useState({ text, atMs: -Infinity });
  useEffect(() => {
    if (text === spoken.text) return;
    const waitMs = Math.max(0, SPOKEN_EVERY_MS - (performance.now() - spoken.atMs));
    const timer = setTimeout(() => speak({ text, atMs: performance.now() }), waitMs);
    return () => clearTimeout(timer);
  }, [text, spoken]);
  return spoken.text;
}
