import { useConnection } from '../../../lib/realtime/socket.js';

/** So long a lost socket is a hiccup; after it the buildings are asked over HTTP. */
const PATIENCE_MS = 2_000;
const POLL_MS = 3_000;

/** In a hidden tab too: it must ring all the same. */
export function pollWhileDown(fetchAll: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const poll = () => {
    fetchAll();
    // Spread, so that a house that lost one node does not ask the next one in step.
    timer = setTimeout(poll, POLL_MS * (0.8 + Math.random() * 0.4));
  };
  const follow = () => {
    const { status, downSince = Date.now() } = useConnection.getState();
    if (status === 'down' || status === 'connecting') {
      const waitMs = PATIENCE_MS - Math.max(0, Date.now() - downSince);
      timer ??= setTimeout(poll, Math.max(0, waitMs));
    } else {
      clearTimeout(timer);
      timer = undefined;
    }
  };
  const unsubscribe = useConnection.subscribe(follow);
  follow();
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

/** A tab that slept has missed what its socket would have told. */
export function whenWoken(fetchAll: () => void): () => void {
  const seen = () => {
    if (document.visibilityState === 'visible') fetchAll();
  };
  document.addEventListener('visibilitychange', seen);
  document.addEventListener('resume', fetchAll);
  window.addEventListener('online', fetchAll);
  window.addEventListener('pageshow', fetchAll);
  return () => {
    document.removeEventListener('visibilitychange', seen);
    document.removeEventListener('resume', fetchAll);
    window.removeEventListener('online', fetchAll);
    window.removeEventListener('pageshow', fetchAll);
  };
}
