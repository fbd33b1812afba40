import type { ExerciseState, MissReason } from '@contract/exercises';
import type { ReachedHomes } from '@contract/http';
import { isolated } from '@contract/written-text';
import { clockTime } from '../../../lib/time/dates.js';

export const EXERCISES = {
  title: 'Övningar',
  lead: 'En övning visar vilka som nås av ett larm, och vilka som behöver hjälp med ljud eller aviseringar.',
  now: 'Öva nu',
  plan: 'Planera övning',
  question: 'Starta en övning nu?',
  consequence: (address: string) =>
    `Alla i ${isolated(address)} hör en kort ton. Ingen ska gå ut. Övningen slutar efter 15 minuter.`,
  start: 'Starta övningen',
  started: { title: 'Övningen börjar', text: 'Följ den i rapporten.' },
  notStarted: 'Kunde inte starta övningen',
  planning: {
    date: 'Datum',
    time: 'Klockslag',
    timeHint: 'Mellan 8.00 och 21.00.',
    proposed: 'Förslaget är samma dag som Hesa Fredrik testas.',
    notice: 'Alla får besked ett dygn före, eller genast om det är mindre kvar.',
    submit: 'Planera',
    done: { title: 'Övningen är planerad', text: 'Du kan ställa in den tills den börjar.' },
    failed: 'Kunde inte planera övningen',
    missing: 'Välj datum och klockslag.',
  },
  announced: 'Alla har fått besked.',
  toAnnounce: 'Alla får besked ett dygn före.',
  callOff: 'Ställ in',
  callOffQuestion: 'Ställa in övningen?',
  callOffText: 'Alla som har fått besked får veta att den är inställd.',
  keep: 'Behåll den',
  calledOff: { title: 'Övningen är inställd', text: 'Alla som hade fått besked får veta det.' },
  notCalledOff: 'Kunde inte ställa in övningen',
  list: 'Planerad och tidigare',
  report: 'Rapport',
  failed: 'Kunde inte ladda sidan.',
  empty: 'Ingen övning än. Planera den första.',
  more: 'Visa fler',
} as const;

const STATES: Record<ExerciseState, string> = {
  planned: 'Planerad',
  running: 'Pågår',
  held: 'Genomförd',
  calledOff: 'Inställd',
  blocked: 'Blev inte av. Ett larm pågick.',
  missed: 'Blev inte av.',
};

export function stateText(state: ExerciseState, reached?: ReachedHomes): string {
  return reached ? `${STATES[state]}. ${reachedText(reached)}` : STATES[state];
}

const homesText = (count: number): string => `${count} ${count === 1 ? 'lägenhet' : 'lägenheter'}`;

const reachedText = ({ reached, homes }: ReachedHomes): string =>
  `${reached} av ${homesText(homes)} nåddes.`;

const WEEKDAY = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Stockholm',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** Returns, for example, "måndag 7 december 2026 kl. 18.00". */
export const dayText = (iso: string): string =>
  `${WEEKDAY.format(new Date(iso)).replace('den ', '')} ${clockTime(iso)}`;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const REPORT = {
  title: 'Rapport',
  back: 'Alla övningar',
  backToAlarm: 'Till larmet',
  running: 'Övningen pågår. Siffrorna ändras medan grannarna svarar.',
  ongoing: 'Larmet pågår. Siffrorna ändras medan grannarna svarar.',
  print: 'Skriv ut',
  failed: 'Kunde inte ladda rapporten.',
  curve: 'Lägenheter som nåddes, sekunder efter larmet',
  time: 'Tid',
  this: 'Den här gången',
  before: 'Förra gången',
  later: 'senare',
  within: (seconds: number) => `Inom ${secondsText(seconds)}`,
  total: 'Alla',
  missed: 'Inte nådda',
  /** The patterns of the windows of the drawn building. */
  windows: {
    lit: 'svarade',
    hatched: 'nåddes, svarade inte',
    dark: 'nåddes inte',
    open: 'inte med i ResQ',
  },
  allReached: 'Alla lägenheter nåddes.',
  nobody: 'Inga grannar var med i ResQ.',
  displays: ({ shown, all }: { shown: number; all: number }) =>
    `Skärmar: ${shown} av ${all} visade larmet.`,
  outside: (homes: string) => `Inte med i ResQ: ${homes}.`,
  remindAll: (count: number) => (count === 1 ? 'Påminn den som missades' : `Påminn alla ${count}`),
  homes: 'Lägenheter',
} as const;

export const REASONS: Record<MissReason, string> = {
  away: 'Ingen öppen flik, inga aviseringar',
  push_dead: 'Aviseringar har slutat fungera',
  push_unseen: 'Avisering skickad, inte visad',
  silent: 'Ansluten, men svarade inte',
};
export const UNKNOWN_REASON = 'Ingen enhet svarade';

export const secondsText = (seconds: number): string =>
  seconds === 1 ? '1 sekund' : `${seconds} sekunder`;

/** @returns whole seconds, rounded up, by which this share of all homes was reached; undefined if never */
export function secondsOf(share: number, reachedMs: number[], homes: number): number | undefined {
  const ms = reachedMs[Math.ceil(share * homes) - 1];
  return ms === undefined ? undefined : Math.max(1, Math.ceil(ms / 1000));
}

/** "11 av 14 lägenheter nåddes. Hälften inom 3 sekunder, nio av tio inom 14. 9 svarade." */
export function summaryText(report: { homes: number; reachedMs: number[]; answeredMs: number[] }) {
  const { homes, reachedMs, answeredMs } = report;
  if (homes === 0) return REPORT.nobody;
  const half = secondsOf(0.5, reachedMs, homes);
  const most = secondsOf(0.9, reachedMs, homes);
  const pace = [
    half !== undefined && `Hälften inom ${secondsText(half)}`,
    most !== undefined && `nio av tio inom ${most}`,
  ].filter(Boolean);
  return [
    reachedText({ reached: reachedMs.length, homes }),
    pace.length > 0 && `${pace.join(', ')}.`,
    `${answeredMs.length} svarade.`,
  ]
    .filter(Boolean)
    .join(' ');
}

export const previousText = (reached: number, homes: number): string =>
  `Förra gången: ${reached} av ${homes}.`;
