import type { AlarmType, ReachLevel, ResponseKind } from '@contract/alarm';
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
import type { SoundKind } from '../../../lib/audio/wav.js';

/**
 * The words for each kind of alarm and for the responses to it. They give no advice to leave the
 * building: smoke in the stairwell kills, and a flat resists a fire for half an hour and more.
 */

interface KindWords {
  /** Headline, window title and the name of the dialog. */
  title: string;
  /** Two lines; small screens show the first one only. */
  advice: [string, string?];
  responses: { response: ResponseKind; label: string; hint?: string }[];
}

const NEED_HELP = { response: 'need_help', label: 'Jag behöver hjälp' } as const;
const SAFE = { response: 'safe', label: 'Jag är i säkerhet' } as const;
const COMING = { response: 'coming', label: 'Jag kommer och hjälper' } as const;

export const KIND_WORDS: Record<SoundKind, KindWords> = {
  fire: {
    title: 'Brandlarm',
    advice: [
      'Rök i trapphuset? Stanna i lägenheten. Stäng dörren.',
      'Fri väg ut? Ta trappan, aldrig hissen.',
    ],
    responses: [
      SAFE,
      NEED_HELP,
      { response: 'coming', label: 'Jag kan hjälpa till', hint: 'Gå aldrig in i rök.' },
    ],
  },
  medical: {
    title: 'Medicinsk nöd',
    advice: ['Ta med hjärtstartare om du har en nära.', 'Möt ambulansen vid porten.'],
    responses: [COMING, { response: 'cannot_come', label: 'Jag kan inte komma' }, NEED_HELP],
  },
  other: {
    title: 'Annan fara',
    advice: ['Var försiktig. Håll avstånd.', 'Följ råd från polis och räddningstjänst.'],
    responses: [SAFE, COMING, NEED_HELP],
  },
  exercise: {
    title: 'Övning',
    advice: ['Detta är en övning. Ingen fara.'],
    responses: [{ response: 'safe', label: 'Jag hörde övningen' }],
  },
};

export const TYPE_WORDS: Record<
  AlarmType,
  { name: string; hint: string; send: string; about: string }
> = {
  fire: {
    name: 'Brand',
    hint: 'Eld, rök, brandlukt',
    send: 'Skicka brandlarm',
    about: 'brand',
  },
  medical: {
    name: 'Medicinsk nöd',
    hint: 'Någon är skadad eller svårt sjuk',
    send: 'Skicka medicinskt larm',
    about: 'medicinsk nöd',
  },
  other: {
    name: 'Annan fara',
    hint: 'Till exempel gas, vattenläcka, hot',
    send: 'Skicka larm om fara',
    about: 'annan fara',
  },
};

/** The words for each response in the row of a home; capitalised, they are the title of a group. */
export const RESPONSE_WORDS: Record<ResponseKind, string> = {
  need_help: 'behöver hjälp',
  coming: 'kommer',
  safe: 'i säkerhet',
  cannot_come: 'kan inte komma',
};

/** The label of the person's own flat in a choice of places. */
export const OWN_HOME = 'Min lägenhet';
export const PLACES = ['Trapphuset', 'Källaren', 'Vinden', 'Tvättstugan', 'Gården'];

/** The class names are written whole, because Tailwind finds them in the source text. */
export const KIND_LOOKS: Record<SoundKind, { Icon: LucideIcon; surface: string }> = {
  fire: { Icon: Flame, surface: 'bg-fire text-fire-ink on-alarm' },
  medical: { Icon: HeartPulse, surface: 'bg-medical text-medical-ink on-alarm' },
  other: { Icon: TriangleAlert, surface: 'bg-other text-other-ink on-yellow' },
  exercise: { Icon: ClipboardCheck, surface: 'bg-exercise text-exercise-ink on-alarm' },
};

export const RESPONSE_ICONS: Record<ResponseKind, LucideIcon> = {
  safe: ShieldCheck,
  coming: HandHelping,
  need_help: LifeBuoy,
  cannot_come: CircleSlash,
};

export const LEVEL_ICONS: Record<Exclude<ReachLevel, 'responded'>, LucideIcon> = {
  seen: Eye,
  sounding: BellRing,
  received: Monitor,
  pushed: Send,
  unreached: CircleDashed,
};
