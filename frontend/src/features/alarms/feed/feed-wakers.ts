import { useConnection } from '../../../lib/realtime/socket.js';

/** A socket that is lost longer than this is replaced by polling over HTTP. */
const PATIENCE_MS = 2_000;
const POLL_MS = 3_000;

/** Polls while the socket is down, in a hidden tab too: a hidden tab must ring as well. */
export function pollWhileDown(fetchAll: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const poll = () => {
    fetchAll();
    // The jitter keeps the tabs that lost the same node from polling the next node all at once.
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

/** Fetches when the page wakes up or comes online: its socket received nothing meanwhile. */
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
