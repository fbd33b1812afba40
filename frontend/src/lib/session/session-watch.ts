import { follow, wake } from './session.js';
import { SESSION_KEY } from './session-record.js';

/**
 * Renews the session after sleep or a lost network, and follows other tabs. Call it once.
 * @returns a function that stops this
 */
export function watchSession(): () => void {
  const awake = () => {
    if (document.visibilityState === 'visible') wake();
  };
  const elsewhere = (event: StorageEvent) => {
    // A cleared storage sends one event, with the key null.
    if (event.key === SESSION_KEY || event.key === null) follow();
  };
  window.addEventListener('storage', elsewhere);
  window.addEventListener('online', awake);
  window.addEventListener('pageshow', awake);
  document.addEventListener('visibilitychange', awake);
  return () => {
    window.removeEventListener('storage', elsewhere);
    window.removeEventListener('online', awake);
    window.removeEventListener('pageshow', awake);
    document.removeEventListener('visibilitychange', awake);
  };
}
