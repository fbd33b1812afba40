import type { Member } from '@contract/http';
import { expect, it } from 'vitest';
import { readinessText } from '../buildings.copy.js';

const testedAt = '2025-11-03T13:05:00.000Z';

it.each([
  ['ready', testedAt, '● Redo · senast testad 3 november 2025'],
  ['readyByPush', testedAt, '● Redo med avisering · senast testad 3 november 2025'],
  ['readyByPush', null, '● Redo med avisering'],
  ['untested', testedAt, '◐ Ljudet inte testat'],
  ['untested', null, '◐ Ljudet inte testat'],
  ['muted', null, '◐ Ljud av'],
  ['away', testedAt, '○ Frånkopplad · senast testad 3 november 2025'],
] as const)(
  'a manager reads of a member who is %s, tested %s: %s',
  (readiness, testedAt, words) => {
    expect(readinessText({ readiness, testedAt } as Member)).toBe(words);
  },
);
