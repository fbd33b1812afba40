import type { AlarmType, ResponseKind } from './alarm.js';

interface KindResponse {
  response: ResponseKind;
  label: string;
  hint?: string;
}

interface AlarmKind {
  /** Headline, window title and the name of the dialog. */
  title: string;
  /** Names it in lists and buttons. */
  name: string;
  /** One or two lines. */
  advice: readonly [string, string?];
  /** The answers, in the order of their buttons. A notification has the first two, see `push.copy.ts`. */
  responses: readonly KindResponse[];
  /** When several alarms are active, the one with the lowest number is shown and sounds first. */
  priority: number;
  /** True when its home is not shown to everybody who passes, because who is ill is health data. */
  isPrivate?: true;
}

const NEED_HELP = { response: 'need_help', label: 'Jag behöver hjälp' } as const;
const SAFE = { response: 'safe', label: 'Jag är i säkerhet' } as const;
const COMING = { response: 'coming', label: 'Jag kommer och hjälper' } as const;

/**
 * The kinds of alarm, as panel, notifications, displays and the sheet for the rescue service name them;
 * the browser adds the look in `kinds.copy.ts`, and `lib/audio/wav.ts` has the sounds. The texts give no
 * advice to leave the building: smoke in the stairwell kills, and a flat resists a fire for half an
 * hour and more. An exercise has a kind of its own: it must never look like the type it is about.
 */
export const ALARM_KINDS: Record<AlarmType | 'exercise', AlarmKind> = {
  fire: {
    title: 'Brandlarm',
    name: 'Brand',
    advice: [
      'Rök i trapphuset? Stanna i lägenheten. Stäng dörren.',
      'Fri väg ut? Ta trappan, aldrig hissen.',
    ],
    responses: [
      SAFE,
      NEED_HELP,
      { response: 'coming', label: 'Jag kan hjälpa till', hint: 'Gå aldrig in i rök.' },
    ],
    priority: 1,
  },
  medical: {
    title: 'Medicinsk nöd',
    name: 'Medicinsk nöd',
    advice: ['Ta med hjärtstartare om du har en nära.', 'Möt ambulansen vid porten.'],
    responses: [COMING, { response: 'cannot_come', label: 'Jag kan inte komma' }, NEED_HELP],
    priority: 2,
    isPrivate: true,
  },
  other: {
    title: 'Annan fara',
    name: 'Annan fara',
    advice: ['Var försiktig. Håll avstånd.', 'Följ råd från polis och räddningstjänst.'],
    responses: [SAFE, COMING, NEED_HELP],
    priority: 3,
  },
  exercise: {
    title: 'Övning',
    name: 'Övning',
    advice: ['Detta är en övning. Ingen fara.'],
    responses: [{ response: 'safe', label: 'Jag hörde övningen' }],
    priority: 4,
  },
};

/**
 * A newer release may have a type that this one does not know, and both run side by side for a while: a
 * display is loaded again at night alone.
 */
export const knownType = (type: AlarmType): AlarmType => (type in ALARM_KINDS ? type : 'other');
