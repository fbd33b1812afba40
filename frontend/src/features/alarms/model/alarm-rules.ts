import type { Alarm, Neighbour } from '@contract/alarm';
import type { SoundKind } from '../../../lib/audio/wav.js';

/** The signed-in person, and what they did about the alarms. */
export interface Here {
  /** The person's own memberships, one per building. */
  membershipIds: ReadonlySet<string>;
  /** Alarms this person has responded to, on any device, sent or on its way. */
  responded: ReadonlySet<string>;
  /** Since when this person has muted an alarm, by its id and by the server's clock. */
  mutedSinceMs: ReadonlyMap<string, number>;
  /** Alarms this person's press joined; an alarm itself names its first witnesses only. */
  joined: ReadonlySet<string>;
}

const CYCLE_MS = 12_000;
const AT_MOST_EVERY_MS = 60_000;

/** The most urgent sound wins; an exercise never covers a real alarm. */
const URGENCY: readonly SoundKind[] = ['fire', 'medical', 'other', 'exercise'];

export const kindOf = (alarm: Alarm): SoundKind => (alarm.exercise ? 'exercise' : alarm.type);

/** Early enough for somebody who needs more time than others (WCAG 2.2.1). */
const ENDS_SOON_MS = 5 * 60_000;

/** @returns whole minutes until it ends by itself, undefined while that is far off */
export function minutesLeft({ expiresAt }: Alarm, serverNowMs: number): number | undefined {
  const leftMs = Date.parse(expiresAt) - serverNowMs;
  return leftMs > ENDS_SOON_MS ? undefined : Math.max(1, Math.ceil(leftMs / 60_000));
}

/** Over by the server's clock, also when the event of its end has not come. */
export function isOver(alarm: Alarm, serverNowMs: number): boolean {
  return alarm.status !== 'active' || Date.parse(alarm.expiresAt) <= serverNowMs;
}

/** Raised or witnessed by this person, so it does not ring for them. */
export function isMine(alarm: Alarm, { membershipIds, joined }: Here): boolean {
  const pressed = [alarm.sender, ...alarm.witnesses];
  return joined.has(alarm.id) || pressed.some((one) => membershipIds.has(one.membershipId));
}

export function ringsHere(alarm: Alarm, here: Here, serverNowMs: number): boolean {
  return (
    !isOver(alarm, serverNowMs) &&
    !isMine(alarm, here) &&
    !here.responded.has(alarm.id) &&
    !isSilenced(alarm, here, serverNowMs)
  );
}

/** Muted on all devices of this person. A press of another home makes it sound for one cycle. */
export function isSilenced(alarm: Alarm, here: Here, serverNowMs: number): boolean {
  const sinceMs = here.mutedSinceMs.get(alarm.id);
  if (sinceMs === undefined) return false;
  return !startsAgain(alarm).some(
    (startMs) => startMs > sinceMs && startMs <= serverNowMs && serverNowMs < startMs + CYCLE_MS,
  );
}

/** When presses of further homes make it sound again, at most once a minute. */
function startsAgain({ sender, witnesses, exercise }: Alarm): number[] {
  if (exercise) return [];
  const homeOf = ({ home }: Neighbour) => `${home.entrance ?? ''} ${home.apartment}`;
  const homes = new Set([homeOf(sender)]);
  const starts: number[] = [];
  for (const witness of witnesses) {
    const atMs = Date.parse(witness.at);
    const isNew = !homes.has(homeOf(witness));
    homes.add(homeOf(witness));
    if (isNew && atMs >= (starts.at(-1) ?? -Infinity) + AT_MOST_EVERY_MS) starts.push(atMs);
  }
  return starts;
}

/** Most urgent first, and of the same kind the newest. */
export function byUrgency(a: Alarm, b: Alarm): number {
  const kinds = URGENCY.indexOf(kindOf(a)) - URGENCY.indexOf(kindOf(b));
  return kinds || b.raisedAt.localeCompare(a.raisedAt);
}

/** @returns the alarm that sounds now */
export function siren(alarms: Alarm[], here: Here, serverNowMs: number): Alarm | undefined {
  return alarms.filter((alarm) => ringsHere(alarm, here, serverNowMs)).sort(byUrgency)[0];
}
