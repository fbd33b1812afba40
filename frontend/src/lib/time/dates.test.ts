import { expect, it } from 'vitest';
import { longMoment, tableMoment, tableTime } from './dates.js';

it.each([
  ['2026-11-22T13:05:00.000Z', '22 november 2026 kl.\u00a014.05'],
  ['2026-07-01T22:30:00.000Z', '2 juli 2026 kl.\u00a000.30'],
])('%s is %s in Stockholm', (iso, text) => {
  expect(longMoment(iso)).toBe(text);
});

it.each([
  ['2026-11-03T13:05:22.700Z', '3 november 2026 14:05', '14:05:22'],
  // This moment is in summer time, and on the previous day by UTC.
  ['2026-06-30T22:30:05.000Z', '1 juli 2026 00:30', '00:30:05'],
])('formats %s in the buildings’ time zone', (iso, moment, exact) => {
  expect([tableMoment(iso), tableTime(iso)]).toEqual([moment, exact]);
});
