import { BellRing, Building2, ShieldCheck, Volume2 } from 'lucide-react';
import { Band } from '../../ui/pages/band.js';
import { LANDING } from './landing.copy.js';
import { IconCard } from '../../ui/card.js';

const ICONS = [BellRing, Volume2, ShieldCheck, Building2];

export function Cards() {
  return (
    <Band tone="surface" aria-labelledby="cards">
      <h2 id="cards" className="text-band">
        {LANDING.cardsHeading}
      </h2>
      <ul className="mt-8 grid grid-cols-1 gap-4 sm:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
        {LANDING.cards.map(({ title, text }, index) => {
          return (
            <IconCard
              key={title}
              Icon={ICONS[index] ?? BellRing}
              title={title}
              text={text}
              className="bg-page sm:flex-col [&_p]:text-muted"
            />
          );
        })}
      </ul>
    </Band>
  );
}
