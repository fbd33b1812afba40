import { Phone, type PhoneScreen } from '../../../ui/phone/phone.js';
import { type DrawnHome, Facade, WINDOW_PATTERNS } from '../../../ui/facade/facade.js';

const WORDS = {
  help: 'behöver hjälp',
  lit: 'redo',
  hatched: 'inte testade',
  dark: 'frånkopplade',
  open: 'inte med i ResQ',
};

/** Homes on five to ten floors, with every pattern among them. */
function homesOf(count: number): DrawnHome[] {
  const entrances = Math.ceil(count / 60);
  const perFloor = Math.min(count, count > 100 ? 6 : 4);
  return Array.from({ length: count }, (_, n) => {
    const place = Math.floor(n / entrances);
    return {
      entrance: entrances > 1 ? 'ABCDEF'.charAt(n % entrances) : '',
      apartment: `${10 + Math.floor(place / perFloor)}0${(place % perFloor) + 1}`,
      pattern: WINDOW_PATTERNS[(n * 7 + 1) % WINDOW_PATTERNS.length]!,
    };
  });
}

function Building() {
  return [0, 1, 3, 14, 54, 300].map((count) => (
    <div key={count}>
      <p className="text-meta text-muted">{`${count} lägenheter`}</p>
      <Facade homes={homesOf(count)} words={WORDS} empty="Inga lägenheter än." />
    </div>
  ));
}
export const building = { Sample: Building, shows: { Facade } };

const SCREENS: PhoneScreen[] = ['waysIn', 'panel', 'incoming', 'sent'];

function Phones() {
  return (
    <div className="flex flex-wrap gap-4">
      {SCREENS.map((screen) => (
        <figure key={screen}>
          <Phone screen={screen} />
          <figcaption>{screen}</figcaption>
        </figure>
      ))}
    </div>
  );
}
export const phones = { Sample: Phones, shows: { Phone } };
