import { TIMES } from '@contract/limits';
import { isolated } from '@contract/written-text';

export const BUILDINGS = {
  title: 'Alla hus',
  lead: 'Alla hus som använder ResQ. Nyast först.',
  create: 'Nytt hus',
  createHint: 'Länken gör den som använder den till husets första ansvariga. Den visas bara nu.',
  name: 'Husets namn',
  address: 'Adress',
  submit: 'Skapa hus',
  notCreated: 'Kunde inte skapa huset',
  search: 'Sök namn eller adress',
  find: 'Sök',
  showAll: 'Visa alla',
  caption: 'Hus, nyast först',
  columns: ['Hus', 'Lägenheter', 'Medlemmar', 'Senaste övning', 'Åtgärder'],
  sharesAddress: 'Samma adress finns två gånger.',
  noExercise: 'Ingen än',
  link: 'Länk till ny ansvarig',
  notLinked: 'Kunde inte skapa länken',
  close: 'Stäng huset',
  closeText: `Medlemmarna får inga fler larm från huset, och inbjudningarna slutar gälla. Historiken raderas efter ${TIMES.historyMonths} månader. Det går inte att ångra.`,
  closeField: 'Skriv husets namn',
  wrongName: 'Det är inte husets namn.',
  notClosed: 'Kunde inte stänga huset',
  closed: 'Huset är stängt',
  failed: 'Kunde inte ladda husen.',
  empty: 'Inga hus än.',
  more: 'Visa fler',
} as const;

export const nothingFound = (query: string) => `Ingen träff på ”${isolated(query)}”.`;
export const closeQuestion = (name: string) => `Stäng ${isolated(name)}?`;
export const linkLabel = (name: string) => `Länk till ny ansvarig i ${isolated(name)}`;
export const linkHint = (until: string) => `Gäller en person, till den ${until}.`;
export const labelOf = (act: string, name: string) => `${act}: ${isolated(name)}`;

/** Returns, for example, "14 · 11 redo". */
export const homesText = (homes: number, ready: number) => `${homes} · ${ready} redo`;

/** Returns, for example, "23 · 2 ansvariga". */
export const membersText = (members: number, managers: number) =>
  `${members} · ${managers} ${managers === 1 ? 'ansvarig' : 'ansvariga'}`;
