import { TIMES } from '../../../contract/limits.js';
import type { Clock } from '../../../platform/clock.js';

/** Returns the history's start. Readers get no older alarms, even before a job deletes them. */
export function historyStart(clock: Clock): Date {
  const start = clock.now();
  start.setUTCMonth(start.getUTCMonth() - TIMES.historyMonths);
  return start;
}
