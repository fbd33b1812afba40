import { TIMES } from '@contract/limits';
import { clockTime, shortDay } from '../../lib/time/dates.js';
import { READINESS } from './readiness.copy.js';

export const isTestOld = (testedAt: string, nowMs = Date.now()): boolean =>
  nowMs - Date.parse(testedAt) > TIMES.soundTestMs;

/** Returns, for example, "i dag kl. 14.05" or "3 november kl. 14.05". */
export function testedText(testedAt: string, now = new Date()): string {
  const day = shortDay(testedAt, now);
  const isToday = day === shortDay(now.toISOString(), now);
  return `${isToday ? READINESS.test.today : day} ${clockTime(testedAt)}`;
}
