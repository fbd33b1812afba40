import { useCallback, useSyncExternalStore } from 'react';

/** Wide enough for the menu in the header, and for an alarm beside its roll call. */
export const WIDE = '(min-width: 56rem)';

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
