import { TIMES } from '../../../contract/limits.js';
import type { Clock } from '../../../platform/clock.js';

/** Older alarms are gone for every reader, also before a job has deleted them. */
export function historyStart(clock: Clock): Date {
  const start = clock.now();
  start.setUTCMonth(start.getUTCMonth() - TIMES.historyMonths);
  return start;
}
