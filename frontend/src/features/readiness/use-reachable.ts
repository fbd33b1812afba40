import { useConnection } from '../../lib/realtime/socket.js';
import { useNow } from '../../lib/hooks/use-now.js';

/** A gap so short is a hiccup, not worth a word. */
const HICCUP_MS = 5_000;
/** Three turns of asking; after it nothing has come either way. */
const ASKING_MS = 10_000;

export interface Reachable {
  /**
   * How an alarm would come now: at once by the socket (`hiccup`: as good as), some seconds later by
   * asking, or not at all.
   */
  way: 'off' | 'socket' | 'hiccup' | 'asking' | 'none';
  /** The last moment at which one would have come, by this browser's clock. */
  sinceMs: number;
  /** The time since then. */
  silentMs: number;
}

export function useReachable(): Reachable {
  const { status, downSince, fetchedAtMs } = useConnection();
  const isDown = status === 'down' || status === 'connecting';
  const nowMs = useNow(isDown);
  if (!isDown) return { way: status === 'off' ? 'off' : 'socket', sinceMs: nowMs, silentMs: 0 };
  const sinceMs = Math.max(downSince ?? 0, fetchedAtMs ?? 0);
  const silentMs = nowMs - sinceMs;
  const downMs = nowMs - (downSince ?? 0);
  if (downMs < HICCUP_MS) return { way: 'hiccup', sinceMs, silentMs };
  return { way: fetchedAtMs && silentMs < ASKING_MS ? 'asking' : 'none', sinceMs, silentMs };
}
