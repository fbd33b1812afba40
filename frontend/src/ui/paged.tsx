import type { ReactNode } from 'react';
import { Button } from './button.js';
import { Loading } from './loading.js';
import { RetryNotice } from './retry-notice.js';

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
  words: { failed: string; retry: string; empty: string; more: string };
  children: (items: T[]) => ReactNode;
}

/** Shows a list that loads page by page, also while it is loading, empty or failed. */
export function Paged<T>({ pages, words, children }: PagedProps<T>) {
  const { items, hasMore, failed, more, reload, loadMore } = pages;
  const failure = (onRetry: () => unknown) => (
    <RetryNotice retry={words.retry} onRetry={onRetry}>
      {words.failed}
    </RetryNotice>
  );
  if (failed) return failure(reload);
  if (!items) return <Loading />;
  if (items.length === 0) return <p role="status">{words.empty}</p>;
  return (
    <div className="flex flex-col gap-6">
      {children(items)}
      {more.failed && failure(loadMore)}
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
  );
}
