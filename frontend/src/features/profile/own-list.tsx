import type { ReactNode } from 'react';
import type { Loaded as LoadedList } from '../../lib/hooks/use-load.js';
import { ItemCard } from '../../ui/card.js';
import { Loaded } from '../../ui/loaded.js';
import { PROFILE } from './profile.copy.js';

interface OwnListProps<T> {
  loaded: LoadedList<T[]> & { reload: () => Promise<void> };
  words: { failed: string; empty?: string };
  children: (item: T) => ReactNode;
}

/** A list of the user's own things, each with its actions. */
export function OwnList<T>({ loaded, words, children }: OwnListProps<T>) {
  return (
    <Loaded from={loaded} words={{ retry: PROFILE.retry, ...words }}>
      {(items) => <ul className="flex flex-col gap-3">{items.map(children)}</ul>}
    </Loaded>
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
    <ItemCard>
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="font-semibold">{title}</p>
        {here && <p className="text-ok-text">{here}</p>}
        <p className="text-meta text-muted">{children}</p>
      </div>
      <div className="flex flex-wrap gap-3">{actions}</div>
    </ItemCard>
  );
}
