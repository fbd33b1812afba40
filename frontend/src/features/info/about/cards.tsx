import { IconCard, type IconCardTexts } from '../../../ui/card.js';

interface CardsProps {
  cards: readonly IconCardTexts[];
  className: string;
}

export function Cards({ cards, className }: CardsProps) {
  return (
    <ul className={`grid grid-cols-1 gap-4 ${className}`}>
      {cards.map((card) => (
        <IconCard key={card.title} {...card} className="bg-surface" />
      ))}
    </ul>
  );
}
