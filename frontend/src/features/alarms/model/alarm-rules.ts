import type { Alarm, AlarmType, Neighbour } from '@contract/alarm';
import { knownType } from '@contract/alarm-kinds';
import { TIMES } from '@contract/limits';
import type { Pace } from '../../../lib/audio/wav.js';
import { type AlarmKind, KINDS } from './kinds.copy.js';

/** The signed-in person, with their responses, mutes and presses. */
export interface Person {
  /** The person's own memberships, one per building. */
  membershipIds: ReadonlySet<string>;
  /** Ids of alarms with a response of this person from any device, saved or still being sent. */
  responded: ReadonlySet<string>;
  /** The server time at which this person muted an alarm, by alarm id. */
  mutedSinceMs: ReadonlyMap<string, number>;
  /** Ids of alarms that this person's press joined; an alarm lists only its first 20 witnesses. */
  joined: ReadonlySet<string>;
}

const CYCLE_MS = 12_000;
const AT_MOST_EVERY_MS = 60_000;

export const kindOf = ({ exercise, type }: Alarm): AlarmKind =>
  exercise ? 'exercise' : knownType(type);

/** The warning before the end leaves time for users who need more than others (WCAG 2.2.1). */
const ENDS_SOON_MS = 5 * 60_000;

/** @returns whole minutes until the alarm expires; undefined while more than five are left */
export function minutesLeft({ expiresAt }: Alarm, serverNowMs: number): number | undefined {
  const leftMs = Date.parse(expiresAt) - serverNowMs;
  return leftMs > ENDS_SOON_MS ? undefined : Math.max(1, Math.ceil(leftMs / 60_000));
}

/** Returns whether an alarm is over by the server's clock, even before the event of its end. */
export function isOver(alarm: Alarm, serverNowMs: number): boolean {
  return alarm.status !== 'active' || Date.parse(alarm.expiresAt) <= serverNowMs;
}

/** Returns whether this person raised or witnessed the alarm; then it does not ring for them. */
export function isMine(alarm: Alarm, { membershipIds, joined }: Person): boolean {
  const pressed = [alarm.sender, ...alarm.witnesses];
  return joined.has(alarm.id) || pressed.some((one) => membershipIds.has(one.membershipId));
}

/** Returns whether an active alarm rings for this person unless it is muted. */
export const mayRing = (alarm: Alarm, person: Person): boolean =>
  !isMine(alarm, person) && !person.responded.has(alarm.id);

export function ringsFor(alarm: Alarm, person: Person, serverNowMs: number): boolean {
  return (
    !isOver(alarm, serverNowMs) && mayRing(alarm, person) && !isSilenced(alarm, person, serverNowMs)
  );
}

/**
 * Returns whether this person's mute applies; news from another home lift it for one cycle. They lift
 * it in the second in which they come: pages round the time down, and a hidden tab may render the
 * next second a minute later.
 */
export function isSilenced(alarm: Alarm, person: Person, serverNowMs: number): boolean {
  const sinceMs = person.mutedSinceMs.get(alarm.id);
  if (sinceMs === undefined) return false;
  return !startsAgain(alarm).some(
    (startMs) =>
      startMs > sinceMs &&
      startMs - (startMs % 1_000) <= serverNowMs &&
      serverNowMs < startMs + CYCLE_MS,
  );
}

/**
 * Returns the times at which presses of further homes and calls for help lift a mute, at most once
 * a minute. A manager without a home is of no household, and an alarm has one spelling of each entrance.
 */
function startsAgain({ sender, witnesses, needHelp, exercise }: Alarm): number[] {
  if (exercise) return [];
  const homeOf = ({ home }: Neighbour) => `${home.entrance ?? ''} ${home.apartment}`;
  const homes = new Set([homeOf(sender)]);
  const starts: number[] = [];
  const calls = new Set<Neighbour>(needHelp);
  for (const one of [...witnesses, ...needHelp].sort((a, b) => a.at.localeCompare(b.at))) {
    const atMs = Date.parse(one.at);
    const isNew = !one.home.apartment || calls.has(one) || !homes.has(homeOf(one));
    homes.add(homeOf(one));
    if (isNew && atMs >= (starts.at(-1) ?? -Infinity) + AT_MOST_EVERY_MS) starts.push(atMs);
  }
  return starts;
}

/** Sorts the most urgent alarm first and, within a kind, the newest. */
export function byUrgency(a: Alarm, b: Alarm): number {
  const byKind = KINDS[kindOf(a)].priority - KINDS[kindOf(b)].priority;
  return byKind || b.raisedAt.localeCompare(a.raisedAt);
}

/** @returns the alarm that sounds now; undefined when none does */
export function siren(alarms: Alarm[], person: Person, serverNowMs: number): Alarm | undefined {
  return alarms.filter((alarm) => ringsFor(alarm, person, serverNowMs)).sort(byUrgency)[0];
}

/** @returns `continuous` for an alarm that was repeated, because nobody here has responded to it */
export const paceOf = ({ escalation }: Alarm): Pace => (escalation ? 'continuous' : 'full');

export interface Duplicate {
  alarm: Alarm;
  /** The person's own alarm, one that a press now would join, or one that is too old to join. */
  kind: 'own' | 'joinable' | 'old';
}

/** @returns the newest alarm of the same type: a press now may report the same danger again */
export function findDuplicate(
  active: Alarm[],
  type: AlarmType,
  membershipId: string,
  nowMs: number,
): Duplicate | undefined {
  const [alarm] = active
    .filter((one) => one.type === type && !one.exercise && !isOver(one, nowMs))
    .sort((a, b) => b.raisedAt.localeCompare(a.raisedAt));
  if (!alarm) return undefined;
  if (alarm.sender.membershipId === membershipId) return { alarm, kind: 'own' };
  return { alarm, kind: isJoinable(alarm, nowMs) ? 'joinable' : 'old' };
}

/**
 * Returns whether a press would join the alarm, by the server's rule. When there are more witnesses
 * than the alarm lists, the last one counts as recent.
 */
function isJoinable(alarm: Alarm, nowMs: number): boolean {
  const { raisedAt, expiresAt, witnesses, witnessCount } = alarm;
  if (Date.parse(expiresAt) - nowMs < TIMES.mergeMs) return false;
  if (witnessCount > witnesses.length) return true;
  const last = Math.max(
    ...[raisedAt, ...witnesses.map(({ at }) => at)].map((at) => Date.parse(at)),
  );
  return nowMs - last < TIMES.mergeMs;
}
