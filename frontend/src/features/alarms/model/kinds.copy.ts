import type { Alarm, AlarmType, ReachLevel, ResponseKind } from '@contract/alarm';
import { ALARM_KINDS } from '@contract/alarm-kinds';
import {
  BellRing,
  CircleDashed,
  CircleSlash,
  ClipboardCheck,
  Eye,
  Flame,
  HandHelping,
  HeartPulse,
  LifeBuoy,
  type LucideIcon,
  Monitor,
  Send,
  ShieldCheck,
  TriangleAlert,
} from 'lucide-react';

type SharedKind = (typeof ALARM_KINDS)[keyof typeof ALARM_KINDS];

interface Kind extends SharedKind {
  Icon: LucideIcon;
  /** The class names are written whole, because Tailwind finds them in the source text. */
  surface: string;
  /** For the sender, where it differs: who has raised the alarm is beside the danger. */
  ownAdvice?: string[];
}

/** A kind that a person can raise from the panel. */
interface RaisedKind extends Kind {
  hint: string;
  /** The button that sends it. */
  send: string;
  /** The fragment of the manifest's shortcut to it, which no server sees. */
  shortcut: string;
}

/** The kinds of alarm, as all pages show them. */
export const KINDS: Record<AlarmType, RaisedKind> & { exercise: Kind } = {
  fire: {
    ...ALARM_KINDS.fire,
    hint: 'Eld, rök, brandlukt',
    send: 'Skicka brandlarm',
    shortcut: '#brand',
    Icon: Flame,
    surface: 'bg-fire text-fire-ink on-alarm',
    ownAdvice: [
      'Brinner det hos dig? Gå ut. Stäng dörren efter dig.',
      'Rök i trapphuset? Stanna i lägenheten. Stäng dörren.',
    ],
  },
  medical: {
    ...ALARM_KINDS.medical,
    hint: 'Någon är skadad eller svårt sjuk',
    send: 'Skicka medicinskt larm',
    shortcut: '#medicinsk-nod',
    Icon: HeartPulse,
    surface: 'bg-medical text-medical-ink on-alarm',
    ownAdvice: ['Stanna hos den som är sjuk. Ring 112 med högtalaren på.'],
  },
  other: {
    ...ALARM_KINDS.other,
    hint: 'Till exempel gas, vattenläcka, hot',
    send: 'Skicka larm om fara',
    shortcut: '#annan-fara',
    Icon: TriangleAlert,
    surface: 'bg-other text-other-ink on-yellow',
  },
  exercise: {
    ...ALARM_KINDS.exercise,
    Icon: ClipboardCheck,
    surface: 'bg-exercise text-exercise-ink on-alarm',
  },
};

export type AlarmKind = keyof typeof KINDS;

export interface HomeState {
  /** The words in the row of a home; capitalised, they are the title of a group. */
  words: string;
  Icon: LucideIcon;
}

/** The way that the alarm has come to a home that has not responded. */
export type SilentLevel = Exclude<ReachLevel, 'responded'>;

/** A home's response, or its level without one. */
type HomeStates = Record<ResponseKind | SilentLevel, HomeState>;

const HOME_STATES: HomeStates = {
  need_help: { words: 'behöver hjälp', Icon: LifeBuoy },
  coming: { words: 'kommer', Icon: HandHelping },
  safe: { words: 'i säkerhet', Icon: ShieldCheck },
  cannot_come: { words: 'kan inte komma', Icon: CircleSlash },
  seen: { words: 'har sett larmet', Icon: Eye },
  sounding: { words: 'larmet har ljudit', Icon: BellRing },
  received: { words: 'larmet har kommit fram', Icon: Monitor },
  pushed: { words: 'avisering skickad', Icon: Send },
  unreached: { words: 'inte nådd', Icon: CircleDashed },
};

/** In a fire nobody is told to come: somebody who offers help may stay where they are. */
const FIRE_STATES: HomeStates = {
  ...HOME_STATES,
  coming: { words: 'kan hjälpa till', Icon: HandHelping },
};

const EXERCISE_STATES: HomeStates = {
  ...HOME_STATES,
  safe: { words: 'hörde övningen', Icon: ShieldCheck },
  seen: { words: 'har sett övningen', Icon: Eye },
  sounding: { words: 'övningen har ljudit', Icon: BellRing },
  received: { words: 'övningen har kommit fram', Icon: Monitor },
};

export function homeStatesOf({ exercise, type }: Pick<Alarm, 'exercise' | 'type'>): HomeStates {
  if (exercise) return EXERCISE_STATES;
  return type === 'fire' ? FIRE_STATES : HOME_STATES;
}

/** The label of the person's own flat in a choice of places. */
export const OWN_HOME = 'Min lägenhet';
export const PLACES = ['Trapphuset', 'Källaren', 'Vinden', 'Tvättstugan', 'Gården'];
