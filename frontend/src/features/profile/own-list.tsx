import type { ReactNode } from 'react';
import type { LoadState } from '../../lib/hooks/use-load.js';
import { ItemCard } from '../../ui/card.js';
import { Loaded } from '../../ui/loaded.js';
import { Names } from '../../ui/names.js';

interface OwnListProps<T> {
  loaded: LoadState<T[]> & { reload: () => Promise<void> };
  words: { failed: string; empty?: string };
  children: (item: T) => ReactNode;
}

/** A list of the user's own things, each with its actions. */
export function OwnList<T>({ loaded, words, children }: OwnListProps<T>) {
  return (
    <Loaded from={loaded} words={words}>
      {(items) => <ul className="flex flex-col gap-3">{items.map(children)}</ul>}
    </Loaded>
  );
}

interface OwnCardProps {
  title: string;
  /** A text that marks the item of this browser. */
  mark?: string | false;
  children: ReactNode;
  actions: ReactNode;
}

export function OwnCard({ title, mark, children, actions }: OwnCardProps) {
  return (
    <ItemCard>
      <div className="min-w-0 flex-[1_1_14rem] text-label">
        <p className="font-semibold">
          <Names in={title} />
        </p>
        {mark && <p className="text-ok-text">{mark}</p>}
        <p className="text-meta text-muted">{children}</p>
      </div>
      <div className="flex flex-wrap gap-3">{actions}</div>
    </ItemCard>
  );
}
