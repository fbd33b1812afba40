import { knownType } from '@contract/alarm-kinds';
import type { KioskAlarm } from '@contract/kiosks';
import { isolated } from '@contract/written-text';
import { clockTime } from '../../lib/time/dates.js';

/** A display stands in public: no sentence has a name, and none asks anybody to leave the building. */
export const KIOSK = {
  title: 'Skärm i trapphuset',
  starting: 'Startar …',
  failed: 'Ingen kontakt med ResQ. Skärmen försöker igen.',
  codeBefore: 'Ange koden',
  codeAfter: 'under Huset › Skärmar.',
  codeHelp: 'En av husets ansvariga skriver koden i ResQ.',
  idle: 'Inga larm',
  ended: (at: string) => `Larmet är avslutat. Det slutade ${at}.`,
  exercise: (at: string) => `Övning ${at}. Ingen fara.`,
  connected: (at: string) => `Ansluten ${at}`,
  lost: (since: string) => `Skärmen är frånkopplad sedan ${since}. Ring 112 vid fara.`,
  lastKnown: 'Larmet nedan kan ha ändrats.',
  call: 'Ring 112',
  arm: 'Ljud av. Tryck på skärmen en gång.',
  mayGoDark: 'Skärmen kan slockna. Stäng av viloläget.',
  since: (at: string) => `Larmat ${at}`,
  more: (count: number) => (count === 1 ? 'Ett larm till pågår.' : `${count} larm till pågår.`),
} as const;

export const kindOf = ({ exercise, type }: KioskAlarm) => (exercise ? 'exercise' : knownType(type));

/** Returns, for example, "Uppgång A, lägenhet 1203, plan 2"; the floor of a home in a cellar has no number. */
export function homeText({ entrance, apartment, floor }: KioskAlarm['home']): string {
  const parts = [
    entrance && `uppgång\u00a0${isolated(entrance)}`,
    apartment && `lägenhet\u00a0${apartment}`,
    floor !== undefined && floorText(floor),
  ];
  const text = parts.filter(Boolean).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns, for example, "BRF Storgatan 12 · Trapphus A". */
export const placeText = (...names: (string | undefined)[]): string =>
  names.flatMap((name) => (name ? [isolated(name)] : [])).join(' · ');

const WEEKDAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm', weekday: 'long' });

/** Returns, for example, "måndag kl. 18.00"; members are told of an exercise a day before. */
export const weekdayTime = (at: string): string =>
  `${WEEKDAY.format(new Date(at))} ${clockTime(at)}`;

function floorText(floor: number): string {
  if (floor === 0) return 'entréplan';
  return floor < 0 ? 'källarplan' : `plan\u00a0${floor}`;
}

/** Returns, for example, "482 913". */
export const spaced = (code: string): string => `${code.slice(0, 3)}\u00a0${code.slice(3)}`;
