import { expect, it } from 'vitest';
import { longMoment } from './dates.js';

it.each([
  ['2026-11-22T13:05:00.000Z', '22 november 2026 kl.\u00a014.05'],
  ['2026-07-01T22:30:00.000Z', '2 juli 2026 kl.\u00a000.30'],
])('%s is %s in Stockholm', (iso, text) => {
  expect(longMoment(iso)).toBe(text);
});
