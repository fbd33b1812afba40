import type { Home } from '@contract/alarm';
import { isolated } from '@contract/written-text';
import { entranceHeading, memberHomeText } from '../buildings.copy.js';

const letters = (count: number) => `${count} brev`;

export const LETTERS = {
  title: 'Bjud in',
  heading: 'Brev',
  lead: 'Ett brev per lägenhet. Koden gäller en person, en gång. Ett tidigare brev slutar gälla.',
  homes: 'Lägenheter utan medlem och brev',
  others: 'Andra lägenheter',
  all: 'Markera alla',
  none: 'Alla lägenheter har en medlem eller ett brev.',
  noHomes: 'Inga lägenheter än.',
  toHomes: 'Lägg in lägenheterna',
  entrance: (name: string) => entranceHeading(name, 'Lägenheter'),
  submit: (count: number) => (count > 0 ? `Skapa ${letters(count)}` : 'Skapa brev'),
  chooseOne: 'Markera minst en lägenhet.',
  failed: 'Kunde inte skapa breven',
  notLoaded: 'Kunde inte ladda sidan.',
  made: (count: number) => (count === 1 ? 'Brevet är klart.' : `${letters(count)} är klara.`),
  once: 'Breven visas bara nu. Skriv ut eller spara som PDF.',
  onPhone: 'Hittar du inte utskriften? Öppna sidan på en dator.',
  print: 'Skriv ut',
  share: 'Dela',
  done: 'Klar',
  leave: {
    question: 'Lämna breven?',
    text: 'De går inte att visa igen.',
    stay: 'Stanna',
    leave: 'Lämna',
  },
} as const;

/** The words of a letter on paper. */
export const LETTER = {
  to: (home: Home) => `Till dig som bor i ${memberHomeText(home)}`,
  heading: (address: string) => `Gå med i ResQ för ${isolated(address)}`,
  lead: 'Grannarna varnas med ljud när någon larmar. ResQ ersätter inte 112.',
  steps: (page: string, code: string) => [
    `Skanna, eller gå till ${isolated(page)} och skriv ${isolated(code)}.`,
    'Skapa konto.',
    'Testa att larm når dig.',
  ],
  until: (day: string) => `Gäller en person, till den ${day}.`,
  qr: 'QR-kod som leder till inbjudan',
};

export const LINK = {
  role: 'Roll',
  home: 'Lägenhet (valfritt)',
  anyHome: 'Personen skriver den själv',
  roles: { resident: 'Boende', manager: 'Ansvarig' },
} as const;
