import type { HelpView, Reach } from '@contract/alarm';
import { useEffect } from 'react';
import { useConnection } from '../../../lib/realtime/socket.js';
import { fetchHelp, fetchReach } from '../commands/alarms-api.js';
import { recordHelp, recordReach, useFeed } from '../feed/feed-store.js';

/** The poll runs with the socket up too: changes of other nodes need Redis, which may be down. */
const POLL_MS = { disconnected: 3_000, connected: 10_000 };

/** Returns which homes were reached or have responded, from socket events and a poll. */
export function useReach(alarmId: string, mayKnow: boolean): Reach | undefined {
  const reach = useFeed((state) => state.reach[alarmId]);
  usePoll(alarmId, mayKnow, getReach);
  return mayKnow ? reach : undefined;
}

/** Returns who has seen a call for help and who comes, as far as it is known. */
export function useHelp(alarmId: string, isPolled: boolean): HelpView | undefined {
  const help = useFeed((state) => state.help[alarmId]);
  usePoll(alarmId, isPolled, getHelp);
  return help;
}

type Get = (alarmId: string, signal: AbortSignal) => Promise<void>;
const getReach: Get = (alarmId, signal) => fetchReach(alarmId, signal).then(recordReach);
const getHelp: Get = (alarmId, signal) => fetchHelp(alarmId, signal).then(recordHelp);

function usePoll(alarmId: string, mayKnow: boolean, get: Get): void {
  const isConnected = useConnection(({ status }) => status === 'connected');

  useEffect(() => {
    if (!mayKnow) return;
    const stopped = new AbortController();
    const look = () => void get(alarmId, stopped.signal).catch(() => undefined);
    look();
    const timer = setInterval(look, POLL_MS[isConnected ? 'connected' : 'disconnected']);
    return () => {
      stopped.abort();
      clearInterval(timer);
    };
  }, [alarmId, mayKnow, isConnected, get]);
}
