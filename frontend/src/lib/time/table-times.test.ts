import { expect, it } from 'vitest';
import { tableTime, monthTitle, tableMoment } from './table-times.js';

it.each([
  ['2026-11-03T13:05:22.700Z', '3 november 2026 14:05', '14:05:22', 'November 2026'],
  // This moment is in summer time, and in the previous month by UTC.
  ['2026-06-30T22:30:05.000Z', '1 juli 2026 00:30', '00:30:05', 'Juli 2026'],
])('formats %s in the buildings’ time zone', (iso, moment, exact, month) => {
  expect([tableMoment(iso), tableTime(iso), monthTitle(iso)]).toEqual([moment, exact, month]);
});
