import { useEffect, useRef } from 'react';

/** The handlers of the open overlays; the last one is in front. */
const overlays: { current: () => void }[] = [];

/** An entry of the history like the one below it, so that Back stays on the page. */
function hold(): void {
  const state = history.state as object | null;
  if (!state || !('isHeld' in state)) history.pushState({ ...state, isHeld: true }, '');
}

function goneBack(): void {
  const front = overlays.at(-1);
  if (!front) return;
  hold();
  front.current();
}

/**
 * Gives Back to an overlay that covers the page, while it is shown. The page is not left: an alarm
 * would be silent and without an answer.
 * @param onBack what Escape does there
 */
export function useBack(onBack: () => void): void {
  const latest = useRef(onBack);
  useEffect(() => {
    latest.current = onBack;
  });
  useEffect(() => {
    if (overlays.push(latest) === 1) window.addEventListener('popstate', goneBack);
    hold();
    return () => {
      overlays.splice(overlays.indexOf(latest), 1);
      if (overlays.length === 0) window.removeEventListener('popstate', goneBack);
    };
  }, []);
}
