import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { passFocusOn } from './pages/pass-focus-on.js';

/** The classes of a card, for an element that is a form, a list or an item at the same time. */
export const CARD = 'rounded-card border border-edge';

/** An item of a list, with its actions beside it where there is room. */
export function ItemCard({ children }: { children: ReactNode }) {
  return (
    <li
      ref={passFocusOn}
      className={`flex flex-wrap items-center justify-between gap-3 p-4 ${CARD}`}
    >
      {children}
    </li>
  );
}

export interface IconCardTexts {
  Icon: LucideIcon;
  /** The colour of the icon. It means nothing that the text does not say. */
  colour?: string;
  title: string;
  text: string;
}

/** An item of a list that explains something with an icon. */
export function IconCard({
  Icon,
  colour = 'text-primary',
  title,
  text,
  className,
}: IconCardTexts & { className: string }) {
  return (
    <li className={`flex items-start gap-4 p-5 sm:p-6 ${CARD} ${className}`}>
      <Icon aria-hidden="true" className={`size-8 shrink-0 ${colour}`} />
      <div className="min-w-0">
        <h3 className="text-button">{title}</h3>
        <p className="mt-2">{text}</p>
      </div>
    </li>
  );
}
