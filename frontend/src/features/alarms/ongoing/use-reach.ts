import type { Reach } from '@contract/alarm';
import { useEffect } from 'react';
import { useConnection } from '../../../lib/realtime/socket.js';
import { fetchReach } from '../commands/alarms-api.js';
import { recordReach, useFeed } from '../feed/feed-store.js';

/** The poll runs with the socket up too: changes of other nodes need Redis, which may be down. */
const POLL_MS = { disconnected: 3_000, connected: 10_000 };

/** Returns which homes were reached or have responded, from socket events and a poll. */
export function useReach(alarmId: string, mayKnow: boolean): Reach | undefined {
  const reach = useFeed((state) => state.reach[alarmId]);
  const isConnected = useConnection(({ status }) => status === 'connected');

  useEffect(() => {
    if (!mayKnow) return;
    const stopped = new AbortController();
    const look = () => {
      fetchReach(alarmId, stopped.signal)
        .then(recordReach)
        .catch(() => undefined);
    };
    look();
    const timer = setInterval(look, POLL_MS[isConnected ? 'connected' : 'disconnected']);
    return () => {
      stopped.abort();
      clearInterval(timer);
    };
  }, [alarmId, mayKnow, isConnected]);

  return mayKnow ? reach : undefined;
}
