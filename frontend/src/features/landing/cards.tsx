import { BellRing, Building2, ShieldCheck, Volume2 } from 'lucide-react';
import { Band } from '../../ui/pages/band.js';
import { LANDING } from './landing.copy.js';

const ICONS = [BellRing, Volume2, ShieldCheck, Building2];

export function Cards() {
  return (
    <Band tone="surface" aria-labelledby="cards">
      <h2 id="cards" className="text-band">
        {LANDING.cardsHeading}
      </h2>
      <ul className="mt-8 grid grid-cols-1 gap-4 sm:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
        {LANDING.cards.map(({ title, text }, index) => {
          const Icon = ICONS[index] ?? BellRing;
          return (
            <li
              key={title}
              className="flex items-start gap-4 rounded-card border border-edge bg-page p-5 sm:flex-col sm:p-6"
            >
              <Icon aria-hidden="true" className="size-8 shrink-0 text-primary" />
              <div className="min-w-0">
                <h3 className="text-button">{title}</h3>
                <p className="mt-2 text-muted">{text}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </Band>
  );
}
