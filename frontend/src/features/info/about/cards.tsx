import type { LucideIcon } from 'lucide-react';

interface Card {
  Icon: LucideIcon;
  /** The colour of the icon. It means nothing that the text does not say. */
  colour?: string;
  title: string;
  text: string;
}

export function Cards({ cards, className }: { cards: readonly Card[]; className: string }) {
  return (
    <ul className={`grid grid-cols-1 gap-4 ${className}`}>
      {cards.map(({ Icon, colour = 'text-primary', title, text }) => (
        <li
          key={title}
          className="flex items-start gap-4 rounded-card border border-edge bg-surface p-5 sm:p-6"
        >
          <Icon aria-hidden="true" className={`size-8 shrink-0 ${colour}`} />
          <div className="min-w-0">
            <h3 className="text-button">{title}</h3>
            <p className="mt-2">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
