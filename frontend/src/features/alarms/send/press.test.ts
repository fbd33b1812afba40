import { expect, it } from 'vitest';
import { isInTime } from './press.js';

const NOW = Date.parse('2026-11-22T12:00:00Z');

it.each([
  [0, true],
  [59_999, true],
  [60_000, false],
  [86_400_000, false],
  [-1, false],
])('a press %i ms ago may still be sent: %s', (ago, expected) => {
  expect(isInTime(NOW - ago, NOW)).toBe(expected);
});
