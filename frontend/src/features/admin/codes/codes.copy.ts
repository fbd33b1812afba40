export const CODES = {
  title: 'Åtkomstkoder',
  lead: 'Samma sak som inbjudningskoden på startsidan. Koden öppnar demon, men inget hus.',
  retry: 'Försök igen',
  create: 'Ny kod',
  name: 'Namn (valfritt)',
  email: 'E-post (valfritt)',
  company: 'Företag (valfritt)',
  generate: 'Generera kod',
  refresh: 'Uppdatera',
  list: 'Alla koder',
  empty: 'Inga koder än. Skapa den första.',
  receiverHint: 'Vem koden är till. Du kan lämna fälten tomma.',
  loading: 'Uppdaterar …',
  search: 'Sök',
  searchHint: 'Kod, namn, e-post eller företag',
  showAll: 'Visa alla',
  fresh: 'Ny',
  columns: {
    code: 'Kod',
    status: 'Status',
    receiver: 'Mottagare',
    created: 'Skapad',
    actions: 'Åtgärder',
  },
  active: 'Aktiv',
  unused: 'Inte använd',
  copy: 'Kopiera',
  remove: 'Ta bort',
  cancel: 'Avbryt',
  removeText: 'Den som har koden kommer inte längre in med den.',
  later: 'Försök igen senare',
  invalid: 'Valideringsfel',
  created: 'Kod skapad!',
  copied: 'Kopierad!',
  removed: { title: 'Borttagen', text: 'Åtkomstkoden har tagits bort' },
  failed: {
    list: 'Kunde inte ladda åtkomstkoder',
    generate: 'Kunde inte generera kod',
    create: 'Kunde inte skapa åtkomstkod',
    remove: 'Kunde inte ta bort kod',
    copy: { title: 'Kunde inte kopiera koden', text: 'Markera koden och kopiera den själv.' },
  },
} as const;

export const copyLabel = (code: string) => `Kopiera koden ${code}`;
export const copiedText = (code: string) => `Koden ${code} har kopierats`;
export const removeLabel = (code: string) => `Ta bort koden ${code}`;
export const removeQuestion = (code: string) => `Ta bort koden ${code}?`;

/** Returns, for example, "1 kod" or "31 koder". */
export const countText = (count: number) => `${count} ${count === 1 ? 'kod' : 'koder'}`;

/** Returns, for example, "Visar 4 av 31 koder". */
export const foundText = (found: number, count: number) => `Visar ${found} av ${countText(count)}`;

export const nothingFound = (query: string) => `Ingen kod matchar ”${query}”.`;

/** Returns, for example, "Använd 3 gånger · senast 3 november". */
export function usedText(count: number, lastDay: string | undefined): string {
  const times = `Använd ${count} ${count === 1 ? 'gång' : 'gånger'}`;
  return lastDay ? `${times} · senast ${lastDay}` : times;
}
