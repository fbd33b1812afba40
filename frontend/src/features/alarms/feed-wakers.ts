import { useConnection } from '../../lib/socket.js';

/** So long a lost socket is a hiccup; after it the buildings are asked over HTTP. */
const PATIENCE_MS = 2_000;
const POLL_MS = 3_000;

export function pollWhileDown(fetchAll: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const poll = () => {
    fetchAll();
    // Spread, so that a house that lost one node does not ask the next one in step.
    timer = setTimeout(poll, POLL_MS * (0.8 + Math.random() * 0.4));
  };
  const follow = () => {
    const { status } = useConnection.getState();
    if (status === 'down' || status === 'connecting') {
      timer ??= setTimeout(poll, PATIENCE_MS);
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
  window.addEventListener('online', fetchAll);
  window.addEventListener('pageshow', fetchAll);
  return () => {
    document.removeEventListener('visibilitychange', seen);
    window.removeEventListener('online', fetchAll);
    window.removeEventListener('pageshow', fetchAll);
  };
}
