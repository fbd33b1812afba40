import type { Alarm, Home, ReachedHome } from '@contract/alarm';
import { entranceText, storeyText } from '@contract/homes';
import { isolated } from '@contract/written-text';

export const HANDOVER = {
  title: 'Räddningsblad',
  exercise: 'ÖVNING',
  over: 'Larmet är avslutat. Bladet visas inte längre.',
  failed: 'Kunde inte ladda bladet.',
  since: 'Larmat',
  help: 'Behöver hjälp',
  noHelp: 'Ingen har bett om hjälp.',
  silent: 'Inget svar',
  answered: 'Svarat',
  outside: 'Inte med i ResQ',
  rescueNote: 'Från husets ansvariga',
  updated: 'Uppdaterad',
  stale: 'Ingen kontakt med servern. Uppgifterna kan vara gamla.',
  qr: 'Visa QR',
  hideQr: 'Dölj QR',
  qrLabel: 'QR-kod som öppnar bladet',
  print: 'Skriv ut',
  share: 'Dela',
} as const;

const RESPONSES: Partial<Record<NonNullable<ReachedHome['response']>, string>> = {
  safe: 'i säkerhet',
  coming: 'kommer',
  cannot_come: 'kan inte komma',
};
/** In a fire nobody is told to come: somebody who offers help may stay where they are. */
const FIRE_RESPONSES: typeof RESPONSES = { ...RESPONSES, coming: 'kan hjälpa till' };
const EXERCISE_RESPONSES: typeof RESPONSES = { ...RESPONSES, safe: 'hörde övningen' };
const LEVELS: Record<ReachedHome['level'], string> = {
  responded: 'har svarat',
  seen: 'har sett larmet',
  sounding: 'larmet har ljudit',
  received: 'larmet har kommit fram',
  pushed: 'avisering skickad',
  unreached: 'inte nådd',
};

/** Returns, for example, "i säkerhet" or "inte nådd". */
export function stateText(
  { response, level }: ReachedHome,
  { exercise, type }: Pick<Alarm, 'exercise' | 'type'>,
): string {
  const responses = type === 'fire' ? FIRE_RESPONSES : RESPONSES;
  return (response && (exercise ? EXERCISE_RESPONSES : responses)[response]) || LEVELS[level];
}

/** Returns, for example, "Lägenhet 1203, uppgång A, plan 2, 2 trappor upp". */
export function placeOf({ entrance, apartment }: Home): string {
  if (!apartment) return '';
  const flat = `Lägenhet\u00a0${isolated(apartment)}`;
  return [flat, entranceText(entrance), storeyText(apartment)].filter(Boolean).join(', ');
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns a line for each floor, for example "Uppgång A, plan 1, 1 trappa upp: 1101, 1103". */
export function floorLines(homes: Home[]): string[] {
  const floors = new Map<string, string[]>();
  for (const { entrance, apartment } of homes) {
    const floor = [entranceText(entrance), storeyText(apartment)].filter(Boolean).join(', ');
    floors.set(floor, [...(floors.get(floor) ?? []), isolated(apartment)]);
  }
  return [...floors].map(([floor, numbers]) =>
    [capital(floor), numbers.join(', ')].filter(Boolean).join(': '),
  );
}
