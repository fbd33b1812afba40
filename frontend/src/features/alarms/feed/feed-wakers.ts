import { useConnection } from '../../../lib/realtime/socket.js';

/** A socket that is lost longer than this is replaced by polling over HTTP. */
const PATIENCE_MS = 2_000;
const POLL_MS = 3_000;

/** In a hidden tab too: it must ring as well. */
export function pollWhileDown(fetchAll: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const poll = () => {
    fetchAll();
    // Spread, so that all tabs of a building that lost a node do not poll the next one at once.
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

/** A tab that slept has missed what its socket would have received. */
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
