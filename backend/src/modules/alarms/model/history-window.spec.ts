import { Clock } from '../../../platform/clock.js';
import { historyStart } from './history-window.js';

class StoppedClock extends Clock {
  constructor(private readonly stoppedAt: string) {
    super();
  }

  now(): Date {
    return new Date(this.stoppedAt);
  }
}

it.each([
  ['2026-11-21T12:00:00.000Z', '2025-11-21T12:00:00.000Z'],
  ['2026-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z'],
  // PostgreSQL's twelve months before this day end a day earlier; readers see less, not more.
  ['2028-02-29T12:00:00.000Z', '2027-03-01T12:00:00.000Z'],
])('at %s the history begins at %s', (now, start) => {
  expect(historyStart(new StoppedClock(now)).toISOString()).toBe(start);
});
