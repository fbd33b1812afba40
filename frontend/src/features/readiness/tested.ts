import { clockTime, shortDay } from '../../lib/time/dates.js';
import { READINESS } from './readiness.copy.js';

/** Browsers change and volumes are turned down: after so long a test proves nothing. */
const OLD_MS = 30 * 24 * 60 * 60_000;

export const isTestOld = (testedAt: string, nowMs = Date.now()): boolean =>
  nowMs - Date.parse(testedAt) > OLD_MS;

/** "i dag kl. 14.05", "3 november kl. 14.05" */
export function testedText(testedAt: string, now = new Date()): string {
  const day = shortDay(testedAt, now);
  const isToday = day === shortDay(now.toISOString(), now);
  return `${isToday ? READINESS.test.today : day} ${clockTime(testedAt)}`;
}
