import type { AlarmStatus, AlarmType } from '../../../contract/alarm.js';
import { ALARM_KINDS, knownType } from '../../../contract/alarm-kinds.js';
import { entranceText } from '../../../contract/homes.js';
import type { PushAction } from '../../../contract/push.js';
import { isolated } from '../../../contract/written-text.js';

/**
 * Every browser has room for two buttons. Where the first answer is not an offer to help, a call for
 * help is more urgent than one.
 */
const actionsOf = ({ responses }: (typeof ALARM_KINDS)[AlarmType]): PushAction[] =>
  responses
    .filter(({ response }) => response !== 'coming' || responses[0]?.response === 'coming')
    .slice(0, 2)
    .map(({ response, label }) => ({ action: response, title: label }));

/** @returns the words of the alarm's kind; an exercise must not look like the type it is about */
export function wordsOf({ type, exercise }: { type: AlarmType; exercise: boolean }) {
  const kind = ALARM_KINDS[knownType(type)];
  return {
    title: exercise ? `Övning: ${kind.title}` : kind.title,
    advice: exercise ? 'Detta är en övning.' : 'Ring 112 vid fara.',
    actions: actionsOf(exercise ? ALARM_KINDS.exercise : kind),
  };
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
