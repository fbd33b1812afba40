import { create } from 'zustand';
import { onAnswer } from './http.js';

/** A message that was under way when the network went may still arrive for a moment. */
const LAST_ARRIVALS_MS = 2_000;

interface Network {
  /**
   * False while the browser says that it has no network, unless an answer has come since. Virtual
   * adapters make browsers say so for ever on a machine that is connected.
   */
  isOnline: boolean;
}

export const useNetwork = create<Network>(() => ({ isOnline: true }));

export const isOnline = (): boolean => useNetwork.getState().isOnline;

let offlineSinceMs = -Infinity;

/** Follows the browser's word, and the answers that contradict it. Call it once. */
export function watchNetwork(): void {
  useNetwork.setState({ isOnline: navigator.onLine });
  window.addEventListener('online', () => useNetwork.setState({ isOnline: true }));
  window.addEventListener('offline', () => {
    offlineSinceMs = performance.now();
    useNetwork.setState({ isOnline: false });
  });
  onAnswer(recordArrival);
}

/**
 * Runs `wake` when the page wakes up or comes online: its socket and its timers may have stopped
 * meanwhile. It may run in a hidden tab too.
 * @returns a function that stops this
 */
export function whenWoken(wake: () => void): () => void {
  const seen = () => {
    if (document.visibilityState === 'visible') wake();
  };
  const stopped = new AbortController();
  const { signal } = stopped;
  document.addEventListener('visibilitychange', seen, { signal });
  document.addEventListener('resume', wake, { signal });
  window.addEventListener('online', wake, { signal });
  window.addEventListener('pageshow', wake, { signal });
  return () => stopped.abort();
}

/** Records that the server has sent something just now. */
export function recordArrival(): void {
  if (isOnline() || performance.now() - offlineSinceMs < LAST_ARRIVALS_MS) return;
  useNetwork.setState({ isOnline: true });
}
