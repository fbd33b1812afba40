import type { Reach } from '@contract/alarm';
import { useEffect } from 'react';
import { useConnection } from '../../lib/socket.js';
import { fetchReach } from './calls.js';
import { noteReach, useFeed } from './feed-store.js';

const POLL_MS = 3_000;

/** Who has answered. The socket tells of changes; without it the server is asked. */
export function useReach(alarmId: string, mayKnow: boolean): Reach | undefined {
  const reach = useFeed((state) => state.reach[alarmId]);
  const isConnected = useConnection(({ status }) => status === 'connected');

  useEffect(() => {
    if (!mayKnow) return;
    const stopped = new AbortController();
    const look = () => {
      fetchReach(alarmId, stopped.signal)
        .then(noteReach)
        .catch(() => undefined);
    };
    look();
    const timer = isConnected ? undefined : setInterval(look, POLL_MS);
    return () => {
      stopped.abort();
      clearInterval(timer);
    };
  }, [alarmId, mayKnow, isConnected]);

  return mayKnow ? reach : undefined;
}
