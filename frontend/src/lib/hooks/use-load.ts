import { useCallback, useEffect, useRef, useState } from 'react';

export type Loaded<T> =
  | { status: 'loading'; data?: T }
  | { status: 'ready'; data: T }
  | { status: 'failed'; data?: T; error: unknown };

/**
 * Loads once per `key`. Loaded data stay while they are loaded again. The answer to an older request
 * is dropped.
 */
export function useLoad<T>(key: string, load: (signal: AbortSignal) => Promise<T>) {
  const [state, setState] = useState<Loaded<T>>({ status: 'loading' });
  const request = useRef<AbortController>(undefined);
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });

  const reload = useCallback(async () => {
    request.current?.abort();
    const mine = (request.current = new AbortController());
    setState(({ data }) => ({ status: 'loading', data }));
    try {
      const data = await latest.current(mine.signal);
      if (!mine.signal.aborted) setState({ status: 'ready', data });
    } catch (error) {
      if (!mine.signal.aborted) setState(({ data }) => ({ status: 'failed', data, error }));
    }
  }, []);

  useEffect(() => {
    void reload();
    return () => request.current?.abort();
  }, [key, reload]);

  const change = useCallback((by: (data: T) => T) => {
    setState((now) => (now.data === undefined ? now : { ...now, data: by(now.data) }));
  }, []);

  return { ...state, reload, change };
}
