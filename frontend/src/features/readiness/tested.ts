import { clockTime, shortDay } from '../../lib/time/dates.js';
import { READINESS } from './readiness.copy.js';

/** After this time a test proves nothing: browsers change, and users turn the volume down. */
const OLD_MS = 30 * 24 * 60 * 60_000;

export const isTestOld = (testedAt: string, nowMs = Date.now()): boolean =>
  nowMs - Date.parse(testedAt) > OLD_MS;

/** Returns, for example, "i dag kl. 14.05" or "3 november kl. 14.05". */
export function testedText(testedAt: string, now = new Date()): string {
  const day = shortDay(testedAt, now);
  const isToday = day === shortDay(now.toISOString(), now);
  return `${isToday ? READINESS.test.today : day} ${clockTime(testedAt)}`;
}
