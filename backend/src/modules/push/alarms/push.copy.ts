import type { AlarmStatus, AlarmType } from '../../../contract/alarm.js';
import type { PushAction } from '../../../contract/push.js';

/**
 * The words of a notification. A lock screen shows them to everybody, so the sender's note is not
 * among them.
 */
export const PUSH_COPY = {
  titles: {
    fire: 'Brandlarm',
    medical: 'Medicinsk nöd',
    other: 'Annan fara',
  } satisfies Record<AlarmType, string>,
  exercise: (title: string) => `Övning: ${title}`,
  inBuilding: (title: string, building: string) => `${title} – ${building}`,
  from: (parts: string[]) => `${parts.join(', ')}.`,
  home: (apartment: string, entrance: string | null) =>
    entrance
      ? `uppgång\u00a0${entrance}, lägenhet\u00a0${apartment}`
      : `lägenhet\u00a0${apartment}`,
  formerResident: 'Tidigare boende',
  call112: 'Ring 112 vid fara.',
  noDanger: 'Detta är en övning.',

  answered: 'Du har svarat på larmet.',
  over: {
    active: 'Larmet är avslutat.',
    resolved: 'Faran är över.',
    cancelled: 'Det var ett falskt larm.',
    expired: 'Larmet är avslutat. Ingen har sagt att faran är över.',
  } satisfies Record<AlarmStatus, string>,

  test: { title: 'Testavisering', body: 'Aviseringar når den här enheten.' },
};

const SAFE = { action: 'safe', title: 'Jag är i säkerhet' } as const;
const NEED_HELP = { action: 'need_help', title: 'Jag behöver hjälp' } as const;

/** The two buttons that every browser has room for. */
export const PUSH_ACTIONS: Record<AlarmType | 'exercise', PushAction[]> = {
  fire: [SAFE, NEED_HELP],
  medical: [
    { action: 'coming', title: 'Jag kommer och hjälper' },
    { action: 'cannot_come', title: 'Jag kan inte komma' },
  ],
  other: [SAFE, NEED_HELP],
  exercise: [{ action: 'safe', title: 'Jag hörde övningen' }],
};
