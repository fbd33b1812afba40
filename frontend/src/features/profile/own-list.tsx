import type { ReactNode } from 'react';
import type { Loaded } from '../../lib/hooks/use-load.js';
import { Loading } from '../../ui/loading.js';
import { RetryNotice } from '../../ui/retry-notice.js';
import { PROFILE } from './profile.copy.js';

interface OwnListProps<T> {
  loaded: Loaded<T[]> & { reload: () => Promise<void> };
  failed: string;
  children: (item: T) => ReactNode;
}

/** A list of the user's own things, each with its actions. */
export function OwnList<T>({
  loaded: { status, data, reload },
  failed,
  children,
}: OwnListProps<T>) {
  if (data) return <ul className="flex flex-col gap-3">{data.map(children)}</ul>;
  if (status !== 'failed') return <Loading />;
  return (
    <RetryNotice retry={PROFILE.retry} onRetry={reload}>
      {failed}
    </RetryNotice>
  );
}

interface OwnCardProps {
  title: string;
  /** A text that marks the item of this browser. */
  here?: string | false;
  children: ReactNode;
  actions: ReactNode;
}

export function OwnCard({ title, here, children, actions }: OwnCardProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-edge p-4">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="font-semibold">{title}</p>
        {here && <p className="text-ok-text">{here}</p>}
        <p className="text-meta text-muted">{children}</p>
      </div>
      <div className="flex flex-wrap gap-3">{actions}</div>
    </li>
  );
}
