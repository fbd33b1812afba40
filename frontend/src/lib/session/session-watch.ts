import { whenWoken } from '../net/network.js';
import { end, follow, wake } from './session.js';
import { SESSION_KEY, SIGN_OUT_KEY } from './session-record.js';
import { finishSignOut } from './sign-in.js';

/**
 * Renews the session, or finishes a sign-out, after sleep or a lost network, and follows other tabs.
 * Call it once, at start.
 * @returns a function that stops this
 */
export function watchSession(): () => void {
  const awake = () => {
    if (document.visibilityState !== 'visible') return;
    void finishSignOut();
    wake();
  };
  const elsewhere = (event: StorageEvent) => {
    // A cleared storage sends one event, with the key null.
    if (event.key === SESSION_KEY || event.key === null) follow();
    if (event.key === SIGN_OUT_KEY && event.newValue === 'asked') end();
  };
  void finishSignOut();
  window.addEventListener('storage', elsewhere);
  const stopWaking = whenWoken(awake);
  return () => {
    window.removeEventListener('storage', elsewhere);
    stopWaking();
  };
}
