import type { ReactNode } from 'react';
import { RetryNotice } from './notice.js';

interface LoadedProps<T> {
  from: {
    status: 'loading' | 'ready' | 'failed';
    /** Undefined until it is loaded. It stays while it is loaded again. */
    data?: T;
    /** Loads again. It must show another failure itself. */
    reload: () => unknown;
  };
  /** `empty` is shown for a list without items. */
  words: { failed: string; empty?: ReactNode };
  children: (data: T) => ReactNode;
}

/** Shows loaded data, also while they are loading, empty or failed. */
export function Loaded<T>({ from: { status, data, reload }, words, children }: LoadedProps<T>) {
  if (data !== undefined) {
    const isEmpty = words.empty && Array.isArray(data) && data.length === 0;
    return isEmpty ? <div className="text-muted">{words.empty}</div> : children(data);
  }
  if (status !== 'failed') return <Loading />;
  return <RetryNotice onRetry={reload}>{words.failed}</RetryNotice>;
}

export function Loading({ text = 'Laddar …' }: { text?: string }) {
  return (
    <p role="status" className="min-h-24 py-6 text-muted">
      {text}
    </p>
  );
}
