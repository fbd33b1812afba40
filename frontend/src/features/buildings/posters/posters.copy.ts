import { isolated } from '@contract/written-text';
import { entranceHeading, grouped } from '../buildings.copy.js';

export const POSTERS = {
  title: 'Affischer',
  lead: 'En affisch i varje uppgång. Den som skannar den väntar på att bli godkänd.',
  entrance: (name: string) => entranceHeading(name, 'Hela huset'),
  make: 'Skapa affisch',
  code: (code: string) => `Koden på affischen ska vara ${isolated(grouped(code))}.`,
  old: 'Den här affischen går inte att skriva ut igen. Byt kod för att få en ny.',
  show: 'Visa affischen',
  print: 'Skriv ut',
  close: 'Stäng affischen',
  replace: 'Byt kod',
  question: 'Byta kod?',
  consequence: 'Den gamla affischen slutar gälla.',
  keep: 'Behåll koden',
  failed: 'Kunde inte skapa affischen',
  notLoaded: 'Kunde inte ladda sidan.',
  onPhone: 'Hittar du inte utskriften? Öppna sidan på en dator.',
} as const;

/** The words of a poster on paper. */
export const POSTER = {
  first: 'Ring alltid 112 i en nödsituation.',
  heading: 'Varna grannarna vid fara',
  steps: 'Skanna. Gå med. Testa ljudet.',
  or: (page: string, code: string) =>
    `Eller gå till ${isolated(page)} och skriv ${isolated(grouped(code))}.`,
  not112: 'ResQ ersätter inte 112.',
  qr: 'QR-kod som leder till inbjudan',
};
