import { useCallback, useEffect, useRef, useState } from 'react';

export type Loaded<T> =
  | { status: 'loading'; data?: T }
  | { status: 'ready'; data: T }
  | { status: 'failed'; data?: T; error: unknown };

/**
 * One question to the server per `key`. What was known stays while it is asked anew; an answer that
 * comes after the next question is dropped.
 */
export function useLoad<T>(key: string, load: (signal: AbortSignal) => Promise<T>) {
  const [state, setState] = useState<Loaded<T>>({ status: 'loading' });
  const question = useRef<AbortController>(undefined);
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });

  const reload = useCallback(async () => {
    question.current?.abort();
    const mine = (question.current = new AbortController());
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
    return () => question.current?.abort();
  }, [key, reload]);

  const change = useCallback((by: (data: T) => T) => {
    setState((now) => (now.data === undefined ? now : { ...now, data: by(now.data) }));
  }, []);

  return { ...state, reload, change };
}
