import type { AlarmStatus, Neighbour } from '@contract/alarm';
import type { PastAlarm, ReachedHomes } from '@contract/http';
import { isolated } from '@contract/written-text';
import { DELIVERY } from '../model/alarms.copy.js';
import { capital, homeText } from '../model/format.js';
import type { AlarmKind } from '../model/kinds.copy.js';

export const HISTORY = {
  window: 'Historik',
  title: 'Larm de senaste 12 månaderna',
  filter: 'Typ',
  empty: 'Inga larm de senaste 12 månaderna.',
  foot: 'Larm raderas automatiskt efter 12 månader.',
  failed: 'Kunde inte ladda historiken.',
  more: 'Visa fler',
  noBuilding: 'Du är inte med i något hus än.',
  toPanel: 'Till larmpanelen',
} as const;

export type HistoryFilter = 'all' | AlarmKind;

/** The options of the filter. */
export const FILTERS: [HistoryFilter, string][] = [
  ['all', 'Alla'],
  ['fire', 'Brand'],
  ['medical', 'Medicinsk'],
  ['other', 'Annan'],
  ['exercise', 'Övning'],
];

export const STORY = {
  report: 'Rapport',
  window: 'Ett larm',
  back: 'Till historiken',
  timeline: 'Tidslinje',
  who: 'Larmade',
  starter: 'Startade',
  when: 'När',
  outcome: 'Hur det slutade',
  reached: 'Nådda lägenheter',
  details: 'Plats och text',
  failed: 'Kunde inte ladda larmet.',
  gone: 'Larmet finns inte. Larm raderas efter 12 månader.',
  someone: 'En granne',
  reachedThen: 'De lägenheter som var med då, och som fortfarande är med.',
  reachFailed: 'Kunde inte ladda vilka som nåddes.',
} as const;

const OUTCOMES: Record<AlarmStatus, string> = {
  active: 'Pågår',
  resolved: 'Faran över',
  cancelled: 'Falskt larm',
  expired: 'Löpte ut',
};

/** An exercise has words of its own: there was no danger that could be over. */
export function outcomeText({ status, exercise }: PastAlarm): string {
  if (exercise && status === 'cancelled') return 'Avbruten';
  if (exercise && status !== 'active') return 'Övningen slut';
  return OUTCOMES[status];
}

/** "Lägenhet 1203, Anna Berg" */
export const pastText = ({ name, home }: Pick<Neighbour, 'name' | 'home'>): string =>
  capital([homeText(home), isolated(name)].filter(Boolean).join(', '));

/** "11 av 14 lägenheter nådda" */
export const reachedText = ({ reached, homes }: ReachedHomes) => DELIVERY.reached(reached, homes);

const DEEDS: Record<string, string> = {
  raised: 'larmade',
  witnessed: 'larmade också',
  safe: 'svarade: i säkerhet',
  coming: 'svarade: kommer',
  cannot_come: 'svarade: kan inte komma',
  need_help: 'svarade: behöver hjälp',
  resolved: 'avslutade: faran är över',
  cancelled: 'avslutade: falskt larm',
};

const FIRE_DEEDS: Record<string, string> = { coming: 'svarade: kan hjälpa till' };

const EXERCISE_DEEDS: Record<string, string> = {
  raised: 'startade övningen',
  safe: 'hörde övningen',
  resolved: 'avslutade övningen',
  cancelled: 'avbröt övningen',
};

/** The words for entries without a person. */
const FACTS: Record<string, string> = {
  updated: 'uppdaterades',
  escalated: 'upprepades för dem som inte hade svarat',
  expired: 'löpte ut',
};

/** "Lägenhet 1301, Karl Ek, larmade" */
export function deedText(
  kind: string,
  who: string | undefined,
  { exercise, type }: Pick<PastAlarm, 'exercise' | 'type'>,
): string {
  const fact = FACTS[kind];
  if (fact) return `${exercise ? 'Övningen' : 'Larmet'} ${fact}`;
  const own = exercise ? EXERCISE_DEEDS : type === 'fire' ? FIRE_DEEDS : {};
  const deed = own[kind] ?? DEEDS[kind] ?? kind;
  return `${who ?? STORY.someone} ${deed}`;
}

const MONTH = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Stockholm',
  month: 'long',
  year: 'numeric',
});

/** Returns, for example, "November 2026". */
export function monthTitle(iso: string): string {
  const month = MONTH.format(new Date(iso));
  return month.charAt(0).toUpperCase() + month.slice(1);
}
