import { useCallback, useSyncExternalStore } from 'react';

/** From this width the menu fits into the header, and an alarm fits beside its roll call. */
export const WIDE = '(min-width: 56rem)';

/** A phone or a tablet. */
export const TOUCH = '(pointer: coarse)';

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
