import type { Kiosk } from '@contract/kiosks';
import { isolated } from '@contract/written-text';
import { serverNow } from '../../../lib/time/clock.js';
import { clockTime, shortDay } from '../../../lib/time/dates.js';

export const DISPLAYS = {
  title: 'Skärmar',
  lead: 'En skärm i trapphuset visar larm och ljuder, utan namn. Öppna /kiosk på skärmen och skriv koden här.',
  privacy:
    'Vid medicinsk nöd visas bara uppgång och plan, aldrig lägenheten. Skärmar räknas inte som lägenheter.',
  failed: 'Kunde inte ladda sidan.',
  none: 'Inga skärmar än.',
  add: 'Koppla en skärm',
  code: 'Kod på skärmen',
  codeHint: 'Sex siffror, till exempel 482 913.',
  place: 'Plats',
  placeHint: 'Till exempel Trapphus A. Visas på skärmen.',
  pair: 'Koppla',
  paired: { title: 'Skärmen är kopplad', text: 'Tryck på skärmen en gång, så att den får ljuda.' },
  notPaired: 'Kunde inte koppla skärmen',
  tap: 'Ljud av. Tryck på skärmen en gång.',
  rename: 'Byt plats',
  renameOf: (place: string) => `Byt plats för ${isolated(place)}`,
  save: 'Spara',
  cancel: 'Avbryt',
  notRenamed: 'Kunde inte byta plats',
  revoke: 'Koppla från',
  revokeOf: (place: string) => `Koppla från ${isolated(place)}`,
  question: (place: string) => `Koppla från ${isolated(place)}?`,
  consequence: 'Skärmen blir tom direkt.',
  notRevoked: 'Kunde inte koppla från skärmen',
} as const;

/** Returns, for example, "Ansluten · Ljud på" or "Frånkopplad sedan kl. 13.58". */
export function stateOf({ connected, sound, seenAt }: Kiosk, now = new Date(serverNow())): string {
  if (connected) return sound === 'on' ? 'Ansluten · Ljud på' : `Ansluten · ${DISPLAYS.tap}`;
  if (!seenAt) return 'Frånkopplad';
  const day = shortDay(seenAt, now);
  const today = shortDay(now.toISOString(), now);
  return `Frånkopplad sedan ${day === today ? '' : `${day} `}${clockTime(seenAt)}`;
}
