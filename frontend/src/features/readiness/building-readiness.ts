import type { Readiness } from '@contract/devices';
import type { BuildingDetails } from '@contract/http';
import { useEffect } from 'react';
import { create } from 'zustand';
import { request } from '../../lib/net/http.js';
import { socket, useConnection } from '../../lib/realtime/socket.js';

/** By building, empty without a connection: an old count may be higher than what is true. */
const useCounts = create<Record<string, Readiness | undefined>>(() => ({}));

/** The server sends the counts at every change, and within two seconds of a new connection. */
export function listenToReadiness(): () => void {
  const update = ({ buildingId, ...counts }: Readiness & { buildingId: string }) =>
    useCounts.setState({ [buildingId]: counts });
  const forget = () => useCounts.setState({}, true);
  socket.on('building:readiness', update);
  const unsubscribe = useConnection.subscribe(({ status }) => {
    if (status !== 'connected') forget();
  });
  return () => {
    socket.off('building:readiness', update);
    unsubscribe();
    forget();
  };
}

/** @returns undefined while it is not known */
export function useBuildingReadiness(buildingId: string): Readiness | undefined {
  const readiness = useCounts((counts) => counts[buildingId]);
  const isConnected = useConnection(({ status }) => status === 'connected');
  useEffect(() => {
    if (!isConnected || useCounts.getState()[buildingId]) return;
    const stopped = new AbortController();
    const { signal } = stopped;
    request<BuildingDetails>('GET', `/buildings/${buildingId}`, undefined, { signal })
      // Counts that arrived over the socket meanwhile are newer.
      .then((fetched) =>
        useCounts.setState((counts) => ({ [buildingId]: counts[buildingId] ?? fetched })),
      )
      .catch(() => undefined);
    return () => stopped.abort();
  }, [buildingId, isConnected]);
  return readiness;
}
