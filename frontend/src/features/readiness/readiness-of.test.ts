import { readinessOf } from '@contract/devices';
import { expect, it } from 'vitest';

const NOW = Date.parse('2026-11-21T13:05:22.000Z');
const DAY_MS = 24 * 60 * 60_000;
const ago = (days: number) => new Date(NOW - days * DAY_MS).toISOString();

/** A device that is open, armed and tested, with a push that was proven. */
const ALL = {
  connected: true,
  hasBuilding: true,
  armed: true,
  testedAt: ago(1),
  readyByPush: true,
};
const NO_SOUND = { armed: false, testedAt: null };

it.each([
  ['ready', 'everything is proven', {}],
  ['ready', 'sound alone is proven', { readyByPush: false }],
  ['readyWhileOpen', 'a phone has no proven push', { readyByPush: false, isPhone: true }],
  ['ready', 'a phone has one', { isPhone: true }],
  ['readyByPush', 'the page is closed', { connected: false }],
  ['readyByPush', 'the sound is off', NO_SOUND],
  ['readyByPush', 'the sound test is 31 days old', { testedAt: ago(31) }],
  ['ready', 'the sound test is 30 days old', { testedAt: ago(30) }],
  ['away', 'the page is closed, and no push was proven', { connected: false, readyByPush: false }],
  ['noBuilding', 'no alarm is sent to the user', { hasBuilding: false }],
  ['away', 'a closed page has no building', { hasBuilding: false, connected: false }],
  ['muted', 'neither is there', { ...NO_SOUND, readyByPush: false }],
  ['untested', 'neither is tested', { testedAt: null, readyByPush: false }],
  ['untested', 'an older server says nothing of push', { testedAt: null, readyByPush: undefined }],
] as const)('is %s when %s', (state, _when, change) => {
  expect(readinessOf({ ...ALL, ...change }, NOW)).toBe(state);
});
