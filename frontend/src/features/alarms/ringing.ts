import type { Alarm } from '@contract/alarm';
import type { SoundKind } from '../../lib/wav.js';

/** What this browser knows about the person in front of it. */
export interface Here {
  /** The person's own memberships, one per house. */
  membershipIds: ReadonlySet<string>;
  /** Alarms this person has answered, on any device, sent or on its way. */
  answered: ReadonlySet<string>;
  /** Alarms that were silenced in this browser. */
  silenced: ReadonlySet<string>;
  /** Alarms this person's own press joined; an alarm itself names its first witnesses only. */
  joined: ReadonlySet<string>;
}

/** The most urgent sound wins; a drill never covers a real alarm. */
const URGENCY: readonly SoundKind[] = ['fire', 'medical', 'other', 'exercise'];

export const kindOf = (alarm: Alarm): SoundKind => (alarm.exercise ? 'exercise' : alarm.type);

/** Over by the server's clock, also when its last word has not come. */
export function isOver(alarm: Alarm, serverNowMs: number): boolean {
  return alarm.status !== 'active' || Date.parse(alarm.expiresAt) <= serverNowMs;
}

/** Raised or witnessed by this person, who need not be told. */
export function isMine(alarm: Alarm, { membershipIds, joined }: Here): boolean {
  const pressed = [alarm.sender, ...alarm.witnesses];
  return joined.has(alarm.id) || pressed.some((one) => membershipIds.has(one.membershipId));
}

export function ringsHere(alarm: Alarm, here: Here, serverNowMs: number): boolean {
  return (
    !isOver(alarm, serverNowMs) &&
    !isMine(alarm, here) &&
    !here.answered.has(alarm.id) &&
    !here.silenced.has(alarm.id)
  );
}

/** Most urgent first, and of the same kind the newest. */
export function byUrgency(a: Alarm, b: Alarm): number {
  const kinds = URGENCY.indexOf(kindOf(a)) - URGENCY.indexOf(kindOf(b));
  return kinds || b.raisedAt.localeCompare(a.raisedAt);
}

/** @returns the alarm whose sound is to be heard now */
export function siren(alarms: Alarm[], here: Here, serverNowMs: number): Alarm | undefined {
  return alarms.filter((alarm) => ringsHere(alarm, here, serverNowMs)).sort(byUrgency)[0];
}
