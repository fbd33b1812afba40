import type { Page } from '@contract/http';
import { useCallback, useEffect, useRef, useState } from 'react';

export type LoadState<T> =
  | { status: 'loading'; data?: T }
  | { status: 'ready'; data: T }
  | { status: 'failed'; data?: T; error: unknown };

/**
 * Loads once per `key`. Loaded data stay while they are loaded again. The answer to an older request
 * is dropped.
 */
export function useLoad<T>(key: string, load: (signal: AbortSignal) => Promise<T>) {
  const [state, setState] = useState<LoadState<T>>({ status: 'loading' });
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

/**
 * Loads a list page by page.
 * @param key identifies the list; another key begins with its first page
 * @param load `before` is the cursor of the previous page; undefined for the first page
 */
export function usePages<T extends { id: string }>(
  key: string,
  load: (before: string | undefined, signal?: AbortSignal) => Promise<Page<T>>,
) {
  const { status, data, reload, change } = useLoad(key, async (signal) => ({
    key,
    ...(await load(undefined, signal)),
  }));
  const [more, setMore] = useState<{ busy: boolean; failed: boolean; firstId?: string }>(IDLE);
  // Until the first page of a new key is loaded, no item of the old key is shown.
  const page = data?.key === key ? data : undefined;

  const loadMore = async () => {
    if (!page?.next) return;
    setMore({ busy: true, failed: false });
    try {
      const { items, next } = await load(page.next);
      change((now) => (now.key === key ? { key, items: [...now.items, ...items], next } : now));
      setMore({ ...IDLE, firstId: items[0]?.id });
    } catch {
      setMore({ busy: false, failed: true });
    }
  };

  // The first new item takes the focus, so that reading continues there.
  useEffect(() => {
    if (more.firstId) document.getElementById(more.firstId)?.focus();
  }, [more.firstId]);

  return {
    items: page?.items,
    hasMore: Boolean(page?.next),
    failed: status === 'failed' && !page,
    more,
    reload,
    loadMore,
  };
}

const IDLE = { busy: false, failed: false };
