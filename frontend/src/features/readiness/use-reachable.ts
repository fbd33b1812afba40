import { useConnection } from '../../lib/realtime/socket.js';
import { useNow } from '../../lib/hooks/use-now.js';

/** A shorter gap is not shown to the user. */
const HICCUP_MS = 5_000;
/** The time of three polls. Without an answer for this long, alarms do not arrive at all. */
const ASKING_MS = 10_000;

export interface Reachable {
  /**
   * The way in which an alarm would arrive now. `socket` and `hiccup`: at once, apart from a short gap.
   * `asking`: some seconds late, by polling over HTTP. `none`: not at all.
   */
  way: 'off' | 'socket' | 'hiccup' | 'asking' | 'none';
  /** The last moment at which an alarm would have arrived, by this browser's clock. */
  sinceMs: number;
  /** Milliseconds since `sinceMs`. */
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
