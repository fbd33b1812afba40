import type { ErrorCode } from '../../contract/errors.js';
import { EXERCISE_HOURS, EXERCISE_TIMES } from '../../contract/exercises.js';

const STOCKHOLM = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Stockholm',
  hour: 'numeric',
  hourCycle: 'h23',
});
const FARTHEST_MS = 366 * 24 * 60 * 60_000;
/** The starts of a minute are spread over this time: the first Monday at 18.00 is many buildings'. */
const SPREAD_MS = 45_000;

/** @returns the code of the refusal; undefined when an exercise may begin then */
export function refusalOfTime(at: Date, now: Date): ErrorCode | undefined {
  const aheadMs = at.getTime() - now.getTime();
  // Not a number for a week of ISO 8601, which `Date` does not read.
  if (!(aheadMs >= 0 && aheadMs <= FARTHEST_MS)) return 'exercise.time_invalid';
  const hour = Number(STOCKHOLM.format(at));
  const isDay = hour >= EXERCISE_HOURS.from && hour < EXERCISE_HOURS.until;
  return isDay ? undefined : 'exercise.outside_hours';
}

/** @returns when the start is due: the first digits of the id spread the starts of a minute evenly */
export function startOf({ id, at }: { id: string; at: Date }): Date {
  const share = parseInt(id.slice(0, 8), 16) / 0x1_0000_0000;
  return new Date(at.getTime() + share * SPREAD_MS);
}

/** Members are told a day before, or at once. */
export function announcementOf(at: Date, now: Date): Date {
  return new Date(Math.max(now.getTime(), at.getTime() - EXERCISE_TIMES.noticeMs));
}

/** @returns whether it is too late for an exercise to begin */
export function isMissed(at: Date, now: Date): boolean {
  return now.getTime() - at.getTime() > EXERCISE_TIMES.lateMs;
}
