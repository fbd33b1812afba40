import type { Readiness } from '@contract/devices';
import type { BuildingDetails } from '@contract/http';
import { useEffect } from 'react';
import { create } from 'zustand';
import { request } from '../../lib/net/http.js';
import { socket, useConnection } from '../../lib/realtime/socket.js';

/** By building, only while it is told of: an old number may be higher than what is true. */
const useHouses = create<Record<string, Readiness | undefined>>(() => ({}));

/** The server tells of every change, and each new connection within two seconds. */
export function listenToReadiness(): () => void {
  const note = ({ buildingId, ...told }: Readiness & { buildingId: string }) =>
    useHouses.setState({ [buildingId]: told });
  const forget = () => useHouses.setState({}, true);
  socket.on('building:readiness', note);
  const unsubscribe = useConnection.subscribe(({ status }) => {
    if (status !== 'connected') forget();
  });
  return () => {
    socket.off('building:readiness', note);
    unsubscribe();
    forget();
  };
}

/** @returns undefined while it is not known */
export function useHouseReadiness(buildingId: string): Readiness | undefined {
  const readiness = useHouses((houses) => houses[buildingId]);
  const isConnected = useConnection(({ status }) => status === 'connected');
  useEffect(() => {
    if (!isConnected || useHouses.getState()[buildingId]) return;
    const stopped = new AbortController();
    const { signal } = stopped;
    request<BuildingDetails>('GET', `/buildings/${buildingId}`, undefined, { signal })
      // What was told meanwhile is newer.
      .then((told) =>
        useHouses.setState((houses) => ({ [buildingId]: houses[buildingId] ?? told })),
      )
      .catch(() => undefined);
    return () => stopped.abort();
  }, [buildingId, isConnected]);
  return readiness;
}
