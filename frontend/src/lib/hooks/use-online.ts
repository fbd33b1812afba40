import { useSyncExternalStore } from 'react';

/** Whether the browser itself believes that it has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (tell) => {
      window.addEventListener('online', tell);
      window.addEventListener('offline', tell);
      return () => {
        window.removeEventListener('online', tell);
        window.removeEventListener('offline', tell);
      };
    },
    () => navigator.onLine,
  );
}
