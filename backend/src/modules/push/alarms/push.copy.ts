import type { AlarmStatus, AlarmType } from '../../../contract/alarm.js';
import { ALARM_KINDS, knownType } from '../../../contract/alarm-kinds.js';
import { entranceText } from '../../../contract/homes.js';
import type { PushAction } from '../../../contract/push.js';
import { isolated } from '../../../contract/written-text.js';

const SAFE = { action: 'safe', title: 'Jag är i säkerhet' } as const;
const NEED_HELP = { action: 'need_help', title: 'Jag behöver hjälp' } as const;

/** The two buttons for which every browser has room. */
const ACTIONS: Record<AlarmType, PushAction[]> = {
  fire: [SAFE, NEED_HELP],
  medical: [
    { action: 'coming', title: 'Jag kommer och hjälper' },
    { action: 'cannot_come', title: 'Jag kan inte komma' },
  ],
  other: [SAFE, NEED_HELP],
};

/** @returns the words of the alarm's kind; an exercise must not look like the type it is about */
export function wordsOf({ type: sent, exercise }: { type: AlarmType; exercise: boolean }) {
  const type = knownType(sent);
  const { title } = ALARM_KINDS[type];
  if (!exercise) return { title, advice: 'Ring 112 vid fara.', actions: ACTIONS[type] };
  const actions: PushAction[] = [{ action: 'safe', title: 'Jag hörde övningen' }];
  return { title: `Övning: ${title}`, advice: 'Detta är en övning.', actions };
}

/**
 * The words of a notification. A lock screen shows them to everybody, so the sender's note is not
 * among them.
 */
export const PUSH_COPY = {
  inBuilding: (title: string, building: string) => `${title} – ${isolated(building)}`,
  /** The home comes first: a lock screen cuts what follows a long name. */
  from: (parts: string[]) => `${parts.join(', ')}.`,
  home: (apartment: string, entrance: string | null) =>
    [`Lägenhet\u00a0${apartment}`, entranceText(entrance ?? '')].filter(Boolean).join(', '),
  formerResident: 'Tidigare boende',

  /** By the state of the alarm; it is active still where the person has answered it. */
  close: {
    active: 'Du har svarat på larmet.',
    resolved: 'Faran är över.',
    cancelled: 'Det var ett falskt larm.',
    expired: 'Larmet är avslutat. Ingen har sagt att faran är över.',
  } satisfies Record<AlarmStatus, string>,
  closeExercise: {
    active: 'Du har svarat på övningen.',
    resolved: 'Övningen är över.',
    cancelled: 'Övningen är över.',
    expired: 'Övningen är över.',
  } satisfies Record<AlarmStatus, string>,

  test: { title: 'Testavisering', body: 'Aviseringar når den här enheten.' },
};
