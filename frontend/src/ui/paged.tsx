import type { ReactNode } from 'react';
import { Button } from './button.js';
import { Loaded } from './loaded.js';
import { RetryNotice } from './notice.js';

interface PagedProps<T> {
  pages: {
    /** Undefined until the first page is loaded. */
    items?: T[];
    hasMore: boolean;
    failed: boolean;
    more: { busy: boolean; failed: boolean };
    reload: () => unknown;
    loadMore: () => unknown;
  };
  words: { failed: string; empty: ReactNode; more: string };
  children: (items: T[]) => ReactNode;
}

/** Shows a list that loads page by page, also while it is loading, empty or failed. */
export function Paged<T>({ pages, words, children }: PagedProps<T>) {
  const { items, hasMore, failed, more, reload, loadMore } = pages;
  const from = { status: failed ? ('failed' as const) : ('loading' as const), data: items, reload };
  return (
    <Loaded from={from} words={{ failed: words.failed }}>
      {(loaded) =>
        loaded.length === 0 ? (
          <div role="status">{words.empty}</div>
        ) : (
          <div className="flex flex-col gap-6">
            {children(loaded)}
            {more.failed && <RetryNotice onRetry={loadMore}>{words.failed}</RetryNotice>}
            {hasMore && !more.failed && (
              <Button
                variant="secondary"
                className="self-start"
                busy={more.busy}
                onClick={() => void loadMore()}
              >
                {words.more}
              </Button>
            )}
          </div>
        )
      }
    </Loaded>
  );
}
