import type { Readiness } from '@contract/devices';
import type { BuildingDetails } from '@contract/http';
import { useEffect } from 'react';
import { create } from 'zustand';
import { request } from '../net/http.js';
import { socket, useConnection } from './socket.js';

/** The counts by building id. Empty without a connection, because an old count may be too high. */
const useCounts = create<Record<string, Readiness | undefined>>(() => ({}));

/**
 * Stores the counts that the server sends at every change, and within 2 s of a new connection.
 * @returns a function that stops this and forgets the counts
 */
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

/** @returns the counts; undefined while they are unknown */
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
